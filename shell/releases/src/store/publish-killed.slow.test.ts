import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, jest, test } from '@jest/globals';
import { inherited } from '@portfolio/test-support/run-command.ts';
import { randomNumbers, seed } from '@portfolio/test-support/seed.ts';
import { emptyStoreSettings, openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { listReleases, readLiveOf, readLog, type Store } from './store.ts';

const script = path.join(import.meta.dirname, '../../../test-support/src/ship-release.ts');
/** How many processes are killed, each at another moment; the test also passed with a hundred. */
const kills = Number(process.env.KILLS ?? 12);
jest.setTimeout(60_000 * kills);

const place = await emptyStoreSettings();

test(`publishing killed at ${kills} moments (seed ${seed}) leaves no half release, and loses no move`, async () => {
  const store = await openTemporaryStore(place);
  const random = randomNumbers();
  let { ms } = await ship(store);
  const said: string[] = [];
  let killed = 0;
  let cameThrough = 0;
  while (killed < kills) {
    const next = await ship(store, 2 * ms * random());
    said.push(...next.said);
    if (next.isKilled) killed += 1;
    else {
      cameThrough += 1;
      ms = next.ms;
    }
    expect(cameThrough).toBeLessThan(5 * kills);
    await expectWhole(store, said);
  }

  // The remains of killed processes block no later one.
  const [before] = await liveIds(store);
  expect(await ship(store)).toMatchObject({ isKilled: false });
  const [live = ''] = await liveIds(store);
  expect(live).not.toBe(before);
});

/** Ships four releases in a process of its own. @param killMs the time from its start to its kill */
async function ship(store: Store, killMs?: number) {
  const child = spawn(process.execPath, [script, store.dataDir, 'pig'], {
    env: { ...inherited, ...place },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let begun = 0;
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (line !== 'begun') continue;
    begun = Date.now();
    if (killMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killMs);
  }
  const [code] = await ended;
  return { isKilled: code === null, ms: Date.now() - begun, said: said.slice(1) };
}

async function liveIds(store: Store): Promise<readonly string[]> {
  return (await readLiveOf(store.database, 'pig')).ids;
}

/** Every release is whole, the live one exists, and the log has all reported changes in a gapless sequence. */
async function expectWhole(store: Store, said: readonly string[] = []): Promise<void> {
  const [live, ...before] = await liveIds(store);
  const log = (await readLog(store)).filter(({ section }) => section === 'pig');
  for (const [at, { from }] of log.entries()) expect(from).toBe(log[at - 1]?.to ?? '');
  const made = log.map(({ to }) => to);
  expect(made).toEqual(expect.arrayContaining([live, ...said]));
  const rows = await listReleases(store, 'pig');
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([live, ...before]));
  // The newest releases were being published when their processes were killed.
  for (const row of rows.slice(0, 12))
    expect(await store.releases.open(row)).toMatchObject({ id: row.id });
}
