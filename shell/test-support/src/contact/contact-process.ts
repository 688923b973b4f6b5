import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The contact part of the API as a process that can be killed. Give it its PORT and DATA_DIR. */
export async function startContactProcess(environment: Record<string, string>) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'serve-contact.ts'), {
    env: { PATH: process.env.PATH, ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [url] = await Promise.race([
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
  return { url: String(url), kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
