import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { inherited } from '@portfolio/test-support/ask-command.ts';
import { settingsOf, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { rollBack } from '../live/move-live.ts';
import { faultsOfFiles, listReleases } from './list-releases.ts';
import { readLog } from './log.ts';
import { findRelease, readLiveOf } from './releases.ts';
import type { Store } from './store.ts';

const script = path.join(import.meta.dirname, '../../../test-support/src/ship-release.ts');
const kills = 20;

test(`publishing killed at ${kills} moments leaves no half release, and no move without its line`, async () => {
  const store = await temporaryStore();
  await ship(store);
  let whole = await ship(store);
  let killed = 0;
  let cameThrough = 0;
  while (killed < kills) {
    // Before that the process only starts.
    const next = await ship(store, whole.ms * (0.4 + 0.6 * Math.random()));
    if (next.isKilled) killed += 1;
    else {
      cameThrough += 1;
      whole = next;
    }
    expect(cameThrough).toBeLessThan(100);
    await expectWhole(store);
  }
  console.info(`${killed} processes were killed, ${cameThrough} came through.`);

  // What the killed ones left behind stands in nobody's way.
  const [before] = await liveIds(store);
  expect(await ship(store)).toMatchObject({ isKilled: false });
  const [live = ''] = await liveIds(store);
  expect(live).not.toBe(before);
});

test('roll-backs meanwhile leave none either', async () => {
  const store = await temporaryStore();
  await ship(store);
  const [first = ''] = await liveIds(store);
  const ships = Promise.all([ship(store), ship(store)]);
  let isOver = false;
  ships.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await rollBack(store, 'pig', first);
    await expectWhole(store);
    await sleep(20);
  }
  await ships;
  await expectWhole(store);
});

/** Publishes two releases and rolls back, in a process of its own that lives that long at most. */
async function ship(store: Store, ms?: number) {
  const started = Date.now();
  const env = { ...inherited, ...settingsOf(store) };
  const child = spawn(process.execPath, [script, store.dataDir, 'pig'], { env, stdio: 'ignore' });
  const timer = ms === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), ms);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { isKilled: code === null, ms: Date.now() - started };
}

/** What is live now: a machine hears of it a moment later. */
async function liveIds(store: Store): Promise<readonly string[]> {
  await store.shared.pull();
  return readLiveOf(store, 'pig').ids;
}

/**
 * Every release is there, byte for byte as its description says, what is live is among them, and the log
 * says so: each move follows the one before, and the last one made what is live.
 */
async function expectWhole(store: Store): Promise<void> {
  // Others may move on meanwhile.
  const log = (await readLog(store)).filter(({ to }) => to !== undefined);
  const [live, ...before] = await liveIds(store);
  expect((await readLog(store)).map(({ to }) => to)).toContain(live);
  for (const [at, { from }] of log.entries()) expect(from).toBe(log[at - 1]?.to ?? '');
  const rows = await listReleases(store, 'pig');
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([live, ...before]));
  for (const row of rows) {
    const release = findRelease(store, row);
    expect(release && (await faultsOfFiles(store, release))).toEqual([]);
  }
}
