import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../../api/src/peers/free-port.ts';
import type { Checkout } from './checkout.ts';

/** `npm run dev`, running in a checkout. */
export interface Development {
  url: string;
  stop(): Promise<void>;
}

/** Starts it for the named sections, or for all, and waits until the site answers. */
export async function startDevelopment(
  { folder }: Checkout,
  ...names: string[]
): Promise<Development> {
  const development = spawn(process.execPath, ['api/commands/dev.ts', ...names], {
    cwd: folder,
    // The API starts again on the port it had, so it cannot be left to the system.
    env: { ...process.env, DATA_DIR: `${folder}/data`, PORT: String(await findFreePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: development.stdout });
  const url = await new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const port = line.match(/"port":(\d+)/)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return {
    url,
    async stop() {
      const ended = once(development, 'close');
      development.kill('SIGTERM');
      await ended;
    },
  };
}
