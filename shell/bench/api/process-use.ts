import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  return 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}

/**
 * Processor time of a process, in ms: what a busy machine says more truly than a rate. Only Linux
 * tells it finely enough; elsewhere it is 0.
 */
export function processorTimeOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  // After the name, which is in brackets, user and system time are fields 12 and 13, in 10 ms.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
