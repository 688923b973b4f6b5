import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { inherited } from '@portfolio/test-support/ask-command.ts';
import { settingsOf, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { faultsOfFiles } from '../live/live-release.ts';
import { rollBack } from '../live/move-pointer.ts';
import { readPointer } from '../live/pointer.ts';
import type { Store } from './store.ts';

const script = path.join(import.meta.dirname, '../../../test-support/src/ship-release.ts');
const kills = 20;

test(`publishing killed at ${kills} moments leaves a valid pointer to a complete release`, async () => {
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
    await expectCompleteReleases(store);
  }
  console.info(`${killed} processes were killed, ${cameThrough} came through.`);

  // What the killed ones left behind stands in nobody's way.
  const [before] = await liveIds(store);
  expect(await ship(store)).toMatchObject({ isKilled: false });
  const [live = ''] = await liveIds(store);
  expect(live).not.toBe(before);
  expect(await readdir(path.join(store.folder, 'pig'))).toContain(live);
});

test('roll-backs meanwhile leave a valid pointer, too', async () => {
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
    await expectCompleteReleases(store);
    await sleep(20);
  }
  await ships;
  await expectCompleteReleases(store);
});

/** Publishes two releases and rolls back, in a process of its own that lives that long at most. */
async function ship(store: Store, ms?: number) {
  const started = Date.now();
  const env = { ...inherited, ...settingsOf(store) };
  const child = spawn(process.execPath, [script, store.folder, 'pig'], { env, stdio: 'ignore' });
  const timer = ms === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), ms);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { isKilled: code === null, ms: Date.now() - started };
}

/** What is live now: a machine hears of it a moment later. */
async function liveIds(store: Store): Promise<string[]> {
  await store.remote?.pull();
  return readPointer(store, 'pig');
}

/** Everything the pointer names is there, byte for byte as its description says. */
async function expectCompleteReleases(store: Store): Promise<void> {
  const ids = await liveIds(store);
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) expect(await faultsOfFiles(store, { name: 'pig', id })).toEqual([]);
}
