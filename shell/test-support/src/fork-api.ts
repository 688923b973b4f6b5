import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { inherited } from './run-command.ts';
import { stopLater } from './stop-later.ts';

const script = path.join(import.meta.dirname, 'fork-api-child.ts');

/**
 * Starts the API in a process of its own with the times of tests, which can be killed and measured.
 * `startApiProcess` starts it as its owner does.
 */
export async function forkApi(env: Record<string, string>, execArgv: readonly string[] = []) {
  const child: ChildProcess = fork(script, {
    env: { ...inherited, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning', ...execArgv],
  });
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`))),
  ]);
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  }
  return stopLater({
    port: Number(port),
    url: `http://127.0.0.1:${port}`,
    child,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  });
}
