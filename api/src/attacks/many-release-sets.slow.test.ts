import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';

setFlagsFromString('--expose_gc');
const collectGarbage: () => void = runInNewContext('gc');

const api = await startSmallApi();
const store = await openTemporaryStore({ DATA_DIR: api.dataDir });
const homes: Release[] = [];
const games: Release[] = [];
for (let turn = 0; turn < 34; turn += 1) {
  const home = sectionFiles('home', `Home ${turn}`);
  homes.push(await addRelease(store, 'home', home));
  games.push(await addRelease(store, 'games', sectionFiles('games', `Games ${turn}`)));
}

/** Requests the texts of a set of releases, and a document under another host. */
async function ask(turn: number) {
  const [home, game] = [homes[turn % 34], games[Math.floor(turn / 34) % 34]];
  const refs = `home@${home?.id},games@${game?.id}`;
  const addresses = [
    `/api/locales/en?releases=${refs}`,
    turn % 2 === 0 ? `/home?preview=home@${home?.id}` : '/games',
  ];
  for (const address of addresses) {
    const { status } = await api.get(address, { Host: `host-${turn}.example` });
    expect(status).toBe(200);
  }
}

async function memory(): Promise<number> {
  await setImmediate();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a thousand requested sets of releases leave no memory behind', async () => {
  // These requests fill the caches.
  for (let turn = 0; turn < 100; turn += 1) await ask(turn);
  const before = await memory();
  for (let turn = 100; turn < 1100; turn += 1) await ask(turn);
  // A set takes some 20 kB, a thousand 20 MB. Compressors and connections release their memory a moment later.
  await until(async () => (await memory()) - before < 5_000_000, 'the memory is free again');
});
