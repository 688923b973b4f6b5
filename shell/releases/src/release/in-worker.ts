import { fork } from 'node:child_process';
import path from 'node:path';

/** Reading takes too much time or memory; the fault ends a sentence about it. */
export interface TooMuch {
  fault: string;
}

/** Large pages take tenths of a second; hostile ones could take minutes. */
const timeoutMs = 8000;

/** Of what a worker writes before it fails. */
const longestTrace = 4000;

/**
 * Reads what another person may have written in a process of its own, without the environment's secrets:
 * one that must be ended harms no other. Not in a thread: V8 ends the whole process where a thread's heap
 * cannot grow.
 * @param script its path without an ending: packed, both are JavaScript beside one another
 * @param work goes to the script's `answerWork`
 */
export function inWorker<Result>(
  from: ImportMeta,
  script: string,
  work: unknown,
): Promise<Result | TooMuch> {
  const worker = fork(path.join(from.dirname, script + path.extname(from.filename)), {
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {},
  });
  let trace = '';
  worker.stderr?.on('data', (text) => {
    if (trace.length < longestTrace) trace += text;
  });
  let timeout: NodeJS.Timeout | undefined;
  return new Promise<Result | TooMuch>((resolve, reject) => {
    const late = { fault: `is refused: reading it takes more than ${timeoutMs / 1000} s` };
    timeout = setTimeout(() => resolve(late), timeoutMs);
    worker.once('message', (result) => resolve(result as Result));
    worker.once('error', reject);
    worker.once('close', (_code, signal) => {
      if (signal !== 'SIGABRT') reject(new Error(`${script} has failed: ${trace}`));
      else resolve({ fault: 'is refused: reading it takes too much memory' });
    });
    worker.send(work as Buffer, (error) => error && worker.kill());
  }).finally(() => {
    clearTimeout(timeout);
    worker.kill('SIGKILL');
  });
}

/** What a worker's script does with its work; the result goes back to `inWorker`. */
export function answerWork<Work>(answer: (work: Work) => unknown): void {
  process.once('message', (work) => process.send?.(answer(work as Work)));
}
