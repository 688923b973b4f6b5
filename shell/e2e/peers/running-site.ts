import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { copyReleased } from './release-once.ts';
import { root, runPinned } from './run-pinned.ts';

/** A site of its own: a copy of the released store and a server on a free port. */
export interface RunningSite {
  url: string;
  dataDir: string;
  /** Runs one of the owner's commands against this site's store, such as `rollback home`. */
  command(name: string, ...args: string[]): string;
  stop(): Promise<void>;
}

/** Starts the API as `npm start` does, on a free port, with a copy of what was released. */
export async function startSite(
  env: Record<string, string> = {},
  released?: string,
): Promise<RunningSite> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-site-'));
  await copyReleased(dataDir, released);
  const settings = { DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', ...env };
  const server = spawn(process.execPath, ['api/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await listeningPort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    command: (name, ...args) => runPinned([`api/commands/${name}.ts`, ...args], settings),
    async stop() {
      const ended = new Promise((resolve) => server.once('close', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server says in its log on which port it listens. */
async function listeningPort(server: ChildProcess): Promise<number> {
  const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream });
  const said: string[] = [];
  for await (const line of lines) {
    said.push(line);
    const { port } = JSON.parse(line) as { port?: number };
    if (port) {
      server.stdout?.resume();
      return port;
    }
  }
  throw new Error(`The server did not start:\n${said.join('\n')}`);
}
