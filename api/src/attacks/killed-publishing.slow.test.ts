import { watch } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { findFaults } from '@portfolio/releases/live/follow-live-releases.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import { openStore, type Store } from '@portfolio/releases/store/store.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { addTeam, archiveOf } from '@portfolio/test-support/team.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';

/** Adds a small site and a team; `start` starts a process that serves the site. */
async function addSite(opened?: Store) {
  const store = opened ?? (await temporaryStore());
  await addSmallSite(store);
  const team = await addTeam(store, ['games']);
  return {
    store,
    liveId: async () => (await listReleases(store, 'games')).find(({ is }) => is === 'live')?.id,
    async start() {
      const env = { RATE_LIMIT: 'off', LOG_LEVEL: 'info', DATA_DIR: store.dataDir };
      const { url, stop } = await startApiProcess(env);
      const address = `${await url}/api/releases/games`;
      const publish = (archive: Buffer<ArrayBuffer>) => team.ask('PUT', address, archive);
      return { publish, stop };
    },
  };
}

/** Resolves once files in the folder have changed so many times. */
function changesIn(folder: string, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  const watcher = watch(folder, { recursive: true }, () => {
    seen += 1;
    if (seen >= count) resolve();
  });
  stopLater({ stop: () => watcher.close() });
  return promise;
}

test('a release whose server is killed is whole or absent, and a repeated request succeeds', async () => {
  const { store, liveId, start } = await addSite();
  let live = await liveId();
  // The moments range from the first write to the answer.
  for (const changes of [1, 4, 16, Number.POSITIVE_INFINITY]) {
    const archive = await archiveOf('games', sectionFiles('games', `After ${changes} changes`));
    const first = await start();
    const changed = changesIn(store.dataDir, changes);
    const answer = first.publish(archive).catch(() => undefined);
    await Promise.race([changed, answer]);
    await Promise.all([answer, first.stop()]);
    const left = await liveId();
    expect(await findFaults(store)).toEqual([]);

    const second = await start();
    const { status, says } = await second.publish(archive);
    await second.stop();
    expect([status, await liveId()]).toEqual([200, says.id]);
    expect([live, says.id]).toContain(left);
    live = says.id;
  }
});

testWith('mounts')('a full disk refuses publishing with 507 until there is room', async () => {
  const disk = mountSmallDisk();
  const DATA_DIR = path.join(disk.folder, 'data');
  const opened = await openStore({ DATA_DIR }, { info() {}, error() {} });
  const { liveId, start } = await addSite(opened);
  const live = await liveId();
  const { publish, stop } = await start();
  const film = Buffer.alloc(300_000, 'x');
  const archive = await archiveOf('games', { ...sectionFiles('games', 'Full'), 'film.mp4': film });
  disk.fill();
  expect(await publish(archive)).toMatchObject({ status: 507 });
  expect([await liveId(), await findFaults(opened)]).toEqual([live, []]);
  disk.empty();
  expect((await publish(archive)).status).toBe(200);
  await stop();
  await opened.close();
});
