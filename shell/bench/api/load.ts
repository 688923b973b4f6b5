import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { Served } from './served-site.ts';

const require = createRequire(import.meta.url);

/** What a server did under load. */
export interface Load {
  perSecond: number;
  /** In ms; 99 of 100 answers came sooner. */
  p99: number;
  /** Processor time of an answer, in µs: what a busy machine says more truly than a rate. */
  cost: number;
}

/** So many connections, each of which asks again when it was answered. */
export const connections = 32;

/** Asks a server for one address for so many seconds, from a process of its own. */
export async function putUnderLoad(
  { url, pid }: Served,
  address: string,
  seconds: number,
): Promise<Load> {
  const before = processorTimeOf(pid);
  const flags = ['-j', '-n', '-c', String(connections), '-d', String(seconds)];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [require.resolve('autocannon'), ...flags, '-H', 'Accept-Encoding=br', url + address],
    { maxBuffer: 10_000_000 },
  );
  const { requests, latency, errors, non2xx } = JSON.parse(stdout);
  if (errors + non2xx > 0) throw new Error(`${address} was not always answered with 200.`);
  const cost = (1000 * (processorTimeOf(pid) - before)) / (requests.average * seconds);
  return { perSecond: requests.average, p99: latency.p99, cost };
}

/** Processor time of a process, in ms. Only Linux tells it finely enough; elsewhere it is 0. */
function processorTimeOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  // After the name, which is in brackets, user and system time are fields 12 and 13, in 10 ms.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
