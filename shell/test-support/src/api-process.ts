import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { inherited } from './run-command.ts';
import { stopLater } from './stop-later.ts';
import { temporaryFolder } from './temporary-store.ts';

const main = path.join(import.meta.dirname, '../../../api/src/main.ts');
const quickApi = path.join(import.meta.dirname, 'quick-api.ts');

/** Starts the API, or another command in a folder, as a process; with an empty store unless one is named. */
export async function startApiProcess(
  env: NodeJS.ProcessEnv,
  [command, ...words]: readonly [string, ...string[]] = [process.execPath, main],
  cwd?: string,
) {
  const { DATA_DIR = temporaryFolder() } = env;
  const child = spawn(command, words, {
    cwd,
    env: { ...inherited, PORT: '0', ...env, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  const said = () => lines.join('\n');
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    said: said(),
  }));
  const port = portOf(child, lines);
  return stopLater({
    child,
    ended,
    said,
    port,
    url: port.then((number) => `http://127.0.0.1:${number}`),
    stop(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal);
      return ended;
    },
  });
}

/** Starts it, and waits until it answers. */
export async function startServer(...how: Parameters<typeof startApiProcess>) {
  const server = await startApiProcess(...how);
  const [port, url] = [await server.port, await server.url];
  if (port === 0) throw new Error(`The server did not start:\n${server.said()}`);
  return { ...server, port, url };
}

/** Starts the API with the times of tests, in a process of its own that can be killed and measured. */
export function startQuickApi(env: Record<string, string>, nodeOptions: readonly string[] = []) {
  return startServer(env, [process.execPath, ...nodeOptions, quickApi]);
}

/** The port, once the process logs it; 0 if the process ends before. */
function portOf(child: ChildProcess, lines: string[]): Promise<number> {
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr] as NodeJS.ReadableStream[])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const port = line.match(/"port":(\d+)/)?.[1];
        if (port) resolve(Number(port));
      });
    child.once('close', () => resolve(0));
  });
}
