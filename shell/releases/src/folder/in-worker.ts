import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Reading something takes too much time or memory; the message ends a sentence about it. */
export interface TooMuch {
  fault: string;
}

/** Large pages take tenths of a second; hostile ones could take minutes. */
const timeoutMs = 8000;

/**
 * Reads what another person may have written in a worker of its own, so that one that must be ended, or
 * runs out of memory, harms no other. The worker posts its result as its only message.
 * @param script its path without an ending: packed, both are JavaScript beside one another
 */
export function inWorker<Result>(
  from: ImportMeta,
  script: string,
  workerData: unknown,
): Promise<Result | TooMuch> {
  const worker = new Worker(new URL(script + path.extname(from.filename), from.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    execArgv: [],
  });
  return new Promise<Result | TooMuch>((resolve, reject) => {
    let timeout: NodeJS.Timeout | undefined;
    worker.once('online', () => {
      const late = { fault: `is refused: reading it takes more than ${timeoutMs / 1000} s` };
      timeout = setTimeout(() => resolve(late), timeoutMs);
    });
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') reject(error);
      else resolve({ fault: 'is refused: reading it takes too much memory' });
    });
    worker.once('exit', () => clearTimeout(timeout));
  }).finally(() => worker.terminate());
}
