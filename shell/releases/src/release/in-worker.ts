import { fork } from 'node:child_process';
import path from 'node:path';

/** The bounds for reading: a hundred pages take a second; hostile ones could take minutes. */
const reading = { timeoutMs: 15_000, options: ['--max-old-space-size=64'] };

/**
 * Runs work on untrusted input in a process without secrets in its environment, which can be killed. A thread would
 * not do: V8 ends the whole process if a thread's heap cannot grow.
 * @param script its path without an ending, which is `.ts` in the sources and `.js` in a package
 * @param work the message to the script, which sends its result back; the process starts, and has `ahead`, before it
 * @returns its result; a `fault`, which ends a sentence, if it took too much time or memory
 */
export function inWorker<Result>(
  from: ImportMeta,
  script: string,
  work: unknown,
  { timeoutMs, options, ahead }: typeof reading & { ahead?: Promise<object> } = reading,
): Promise<Result | { fault: string }> {
  const worker = fork(path.join(from.dirname, script + path.extname(from.filename)), {
    execArgv: options,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {},
  });
  let trace = '';
  worker.stderr?.on('data', (text) => {
    trace = (trace + text).slice(0, 4000);
  });
  return new Promise<Result | { fault: string }>((resolve, reject) => {
    const late = { fault: `is refused: reading it takes more than ${timeoutMs / 1000} s` };
    worker.once('message', (result) => resolve(result as Result));
    worker.once('error', reject);
    worker.once('close', (_code, signal) => {
      if (signal !== 'SIGABRT') reject(new Error(`${script} has failed: ${trace}`));
      else resolve({ fault: 'is refused: reading it takes too much memory' });
    });
    ahead?.then((message) => worker.connected && worker.send(message), reject);
    Promise.resolve(work).then((message) => {
      if (!worker.connected) return;
      setTimeout(() => resolve(late), timeoutMs).unref();
      worker.send(message as Buffer, (error) => error && worker.kill());
    }, reject);
  }).finally(() => worker.kill('SIGKILL'));
}
