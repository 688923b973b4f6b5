import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Store } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { openRawConnection } from '@portfolio/test-support/raw-connection.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { openTemporaryStore, temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';

const mebibyte = 2 ** 20;
/** The limit in api/ops/portfolio@.service. */
const most = 512 * mebibyte;
const largest = 16 * mebibyte;

const dataDir = temporaryFolder();

/** Only Linux can limit the memory of a running process. */
const hasLimits = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;
if (!hasLimits) console.info('A limit of the memory is not tried: there is no prlimit here.');

/** Adds a release with as many large files as one may have. */
async function layLargeFiles(store: Store, turn: number): Promise<string[]> {
  const names = Array.from({ length: 7 }, (_, number) => `${turn}-${number}.mp4`);
  const films = names.map((name, at) => [name, Buffer.alloc(largest, turn * 7 + at)] as const);
  const files = { ...sectionFiles('games', `${turn}`), ...Object.fromEntries(films) };
  const { id } = await addRelease(store, 'games', files);
  return names.map((name) => `/releases/games/${id}/${name}`);
}

function askWithoutReading(port: number, addresses: readonly string[]): void {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(addresses.map((address) => `GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  stopLater({ stop: () => socket.destroy() });
}

function memoryOf(pid: number, what: 'VmHWM' | 'VmRSS' | 'VmData'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

async function isServed(port: number): Promise<boolean> {
  const visitor = await openRawConnection(port);
  const status = await visitor.ask('GET /home HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => 0);
  visitor.close();
  return status === 200;
}

const onLinux = hasLimits ? test : test.skip;

onLinux('512 MB are enough for the site, however many answers clients do not read', async () => {
  const store = await openTemporaryStore({ DATA_DIR: dataDir });
  await addSmallSite(store);
  const large: string[] = [];
  for (const turn of [1, 2, 3]) large.push(...(await layLargeFiles(store, turn)));
  await store.close();
  const api = await startApiProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
  const port = await api.port;
  const pid = Number(api.pid);
  // V8 reserves more than it uses at the start, so only further memory counts.
  const limit = memoryOf(pid, 'VmData') + most - memoryOf(pid, 'VmRSS');
  execFileSync('prlimit', ['--pid', String(pid), `--data=${limit}`]);

  for (let number = 0; number < 200; number += 1)
    askWithoutReading(
      port,
      Array.from({ length: 1500 }, () => '/home'),
    );
  for (let turn = 0; turn < 4; turn += 1) {
    for (const address of large) askWithoutReading(port, [address]);
  }
  for (let number = 0; number < 200; number += 1)
    askWithoutReading(
      port,
      Array.from({ length: 15 }, () => '/api/locales/en'),
    );
  // A busy machine may refuse some visits until it has read all requests.
  for (let look = 0; look < 10; look += 1)
    await until(() => isServed(port), 'a visitor is served', 60_000);
  expect(memoryOf(pid, 'VmHWM')).toBeLessThan(most);
  await api.stop();
});
