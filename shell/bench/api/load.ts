import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** What a server answered under load. */
export interface Throughput {
  perSecond: number;
  /** In ms; 99 of 100 answers came sooner. */
  p99: number;
  errors: number;
}

/** wrk where it is installed: it takes less of the machine from the server than Node.js does. */
export const loadTool = spawnSync('wrk', ['-v']).error === undefined ? 'wrk' : 'autocannon';

/** So many connections ask for one address for so many seconds, each as fast as it is answered. */
export function putUnderLoad(
  address: string,
  connections: number,
  seconds: number,
): Promise<Throughput> {
  return (loadTool === 'wrk' ? wrk : autocannon)(address, connections, seconds);
}

async function wrk(address: string, connections: number, seconds: number): Promise<Throughput> {
  const flags = [`-c${connections}`, '-t1', `-d${seconds}s`, '--latency'];
  const { stdout } = await run('wrk', [...flags, '-H', 'Accept-Encoding: br', address]);
  const number = (pattern: RegExp) => Number(stdout.match(pattern)?.[1] ?? 0);
  const [, p99 = '0', unit = 'ms'] = stdout.match(/99%\s+([\d.]+)(us|ms|s)/) ?? [];
  const socketErrors = stdout.match(/Socket errors: (.*)/)?.[1]?.match(/\d+/g) ?? [];
  return {
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p99: Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1),
    errors:
      number(/Non-2xx or 3xx responses: (\d+)/) +
      socketErrors.reduce((sum, count) => sum + Number(count), 0),
  };
}

async function autocannon(
  address: string,
  connections: number,
  seconds: number,
): Promise<Throughput> {
  const flags = ['-j', '-n', '-c', String(connections), '-d', String(seconds)];
  const { stdout } = await run(
    process.execPath,
    [require.resolve('autocannon'), ...flags, '-H', 'Accept-Encoding=br', address],
    { maxBuffer: 10_000_000 },
  );
  const { requests, latency, errors, non2xx } = JSON.parse(stdout);
  return { perSecond: requests.average, p99: latency.p99, errors: errors + non2xx };
}
