import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { contentFile } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { findFaults } from '@portfolio/releases/store/find-faults.ts';
import { findRelease, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { publishOver } from '@portfolio/test-support/publishing-site.ts';
import {
  addTeam,
  describeRelease,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { mountSmallDisk } from '@portfolio/test-support/small-disk.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';

/** Adds a small site and a team; `start` starts a process that serves the site. */
async function addSite(opened?: Store) {
  const store = opened ?? (await temporaryStore());
  const { dataDir } = store;
  const { games } = await addSmallSite(store);
  const team = await addTeam(store, ['games']);
  return {
    store,
    live: games?.id ?? '',
    async start() {
      const env = { RATE_LIMIT: 'off', LOG_LEVEL: 'info', DATA_DIR: dataDir };
      const { url, stop } = await startApiProcess(env);
      return { origin: await url, over: publishOver(await url, team), stop };
    },
  };
}

/** The sizes of the temporary files of a content that is being received. */
async function partsOf(store: Store, hash: string): Promise<number[]> {
  const folder = path.dirname(contentFile(store, hash));
  const names = await readdir(folder).catch(() => []);
  const parts = names.filter((name) => name.startsWith(`${hash}.`) && name.endsWith('.tmp'));
  return Promise.all(parts.map(async (name) => (await stat(path.join(folder, name))).size));
}

test('a commit whose server is killed is whole or absent, and a repeated one succeeds', async () => {
  const site = await addSite();
  const { store } = site;
  let { live } = site;
  // The times range from before the first write to after the end of the commit.
  for (const patience of [0, 40, 120, 250]) {
    const files = sectionFiles('games', `After ${patience} ms`);
    const { release, contents } = describeRelease('games', files);
    const first = await site.start();
    const { says } = await first.over.send(release, contents, { live });
    const answer = first.over.commit(says.upload).catch(() => undefined);
    await sleep(patience);
    await Promise.all([answer, first.stop()]);

    expect([live, release.id]).toContain(readLiveOf(store, 'games').ids[0]);
    expect(await findFaults(store)).toEqual([]);
    const second = await site.start();
    expect(await second.over.commit(says.upload)).toMatchObject({ status: 200 });
    await second.stop();
    expect(readLiveOf(store, 'games').ids.slice(0, 2)).toEqual([release.id, live]);
    live = release.id;
  }
});

test('a connection that breaks in the middle of a file logs no error', async () => {
  const { store, live, start } = await addSite();
  const { origin, over, stop } = await start();
  const { release } = describeRelease('games', sectionFiles('games', 'Broken off'));
  const { says } = await over.say(publishRequest(release, { live }));
  const [{ hash, bytes }] = says.missing;
  const headers = { 'Content-Length': String(bytes) };
  const address = `${origin}/api/publishing/${says.upload}/${hash}`;
  const put = request(address, { method: 'PUT', headers });
  put.on('error', () => {}).write('x');
  await until(async () => (await partsOf(store, hash)).includes(1), 'a part is here');
  put.destroy();
  expect((await over.commit(says.upload)).status).toBe(409);
  expect((await stop('SIGTERM')).said).not.toContain('"level":50');
});

test('two processes that receive the same file at once do not disturb each other', async () => {
  const { store, live, start } = await addSite();
  const [slow, quick] = await Promise.all([start(), start()]);
  const film = Buffer.alloc(900_000, 'film');
  const files = { ...sectionFiles('games', 'Film'), 'film.mp4': film };
  const { release, contents } = describeRelease('games', files);
  const { says } = await quick.over.say(publishRequest(release, { live }));
  const hash = hashName(release.files['film.mp4'] ?? { integrity: '' });
  const put = request(`${slow.origin}/api/publishing/${says.upload}/${hash}`, {
    method: 'PUT',
    headers: { 'Content-Length': String(film.length) },
  });
  const answered = once(put, 'response');
  put.write(film.subarray(0, 600_000));
  await until(async () => (await partsOf(store, hash)).length > 0, 'the slow one has begun');
  expect((await quick.over.put(says.upload, hash, film)).status).toBe(204);
  put.end(film.subarray(600_000));
  expect((await answered)[0].statusCode).toBe(204);
  expect((await quick.over.publish(release, contents, { live })).status).toBe(200);
  for (const { said } of await Promise.all([slow.stop('SIGTERM'), quick.stop('SIGTERM')]))
    expect(said).not.toContain('"level":50');
});

testWith('mounts')('a full disk refuses publishing with 507 until there is room', async () => {
  const disk = mountSmallDisk();
  const DATA_DIR = path.join(disk.folder, 'data');
  const opened = await openStore({ DATA_DIR }, { info() {}, error() {} });
  const { store, live, start } = await addSite(opened);
  const { over, stop } = await start();
  const film = (words: string, content: Buffer) =>
    describeRelease('games', { ...sectionFiles('games', words), 'resources/film.mp4': content });
  const { release, contents } = film('Full', Buffer.alloc(200_000, 'x'));
  expect((await over.publish(release, contents, { live, isPreview: true })).status).toBe(200);
  const next = film('Fuller', Buffer.alloc(300_000, 'y'));
  disk.fill();
  const refused = await over.publish(next.release, next.contents, { live });
  expect(refused).toMatchObject({ status: 507, says: { error: expect.stringContaining('full') } });
  expect(readLiveOf(store, 'games').ids).toEqual([live]);
  expect(await findFaults(store)).toEqual([]);
  disk.empty();
  expect((await over.publish(next.release, next.contents, { live })).status).toBe(200);
  expect(findRelease(store, next.release)).toEqual(next.release);
  await stop();
  await opened.close();
});
