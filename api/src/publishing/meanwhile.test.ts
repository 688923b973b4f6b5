import { createPublicKey, type KeyObject } from 'node:crypto';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { addKey, type Change, hashName, removeKey } from '@portfolio/releases/access/index.ts';
import { withStoreLock } from '@portfolio/releases/store/store-lock.ts';
import { publishOver, startPublishingSite } from '@portfolio/test-support/publishing-site.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import {
  addTeam,
  describeRelease,
  moveStatement,
  publishStatement,
} from '@portfolio/test-support/statements.ts';
import { until } from '@portfolio/test-support/until.ts';
import { moveLive } from './commit-upload.ts';

const site = await startPublishingSite();
const { api, dataDir, team, over, liveIds, another } = site;

let live: string;
beforeEach(async () => {
  live = (await liveIds())[0] ?? '';
});

test('who saw something else live is refused before anything is sent, and at the last moment', async () => {
  const { release, contents } = another();
  await over.publish(release, contents, { live, isPreview: true });
  const seen = 'f'.repeat(12);
  expect((await over.say(publishStatement(release, { live: seen }))).status).toBe(409);
  for (const does of ['activate', 'roll back'] as const) {
    const statement = moveStatement(does, release, seen) as Change;
    await expect(moveLive(api.store, { keyId: team.id, statement })).rejects.toThrow(
      `games@${live} went live, and you saw`,
    );
  }
});

test('a key that is removed, narrowed or ended while an upload is open goes no further', async () => {
  const anew = (opens: Parameters<typeof addKey>[2]) => async (id: string, key: KeyObject) => {
    await removeKey(api.store, id);
    await addKey(api.store, key, opens);
  };
  for (const [end, status] of [
    [(id: string) => removeKey(api.store, id), 401],
    [anew({ sections: ['games'], until: '2026-01-31' }), 401],
    [anew({ sections: ['home'] }), 403],
    [anew({ sections: ['games'], isPreviewOnly: true }), 403],
  ] as const) {
    const team = await addTeam(api.store, ['games']);
    const { release, contents } = another();
    const theirs = publishOver(api.url, team);
    const { says } = await theirs.send(release, contents, { live });
    await end(team.id, createPublicKey(team.privateKey));
    const [hash = ''] = Object.values(release.files).map(hashName);
    expect((await theirs.put(says.upload, hash, Buffer.from('x'))).status).toBe(status);
    expect((await theirs.commit(says.upload)).status).toBe(status);
    expect((await liveIds())[0]).toBe(live);
  }
});

test('two processes that commit one upload at the same moment both say that it is live', async () => {
  const second = await startApi({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  for (let turn = 0; turn < 5; turn += 1) {
    const { release, contents } = another();
    const { says } = await over.send(release, contents, { live: (await liveIds())[0] });
    const commit = (url: string) => publishOver(url, team).commit(says.upload);
    const both = await Promise.all([api.url, second.url].map(commit));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await liveIds())[0]).toBe(release.id);
  }
  await second.stop();
});

test('what is never committed takes the room of three deploys at most', async () => {
  const team = await addTeam(api.store, ['games']);
  const theirs = publishOver(api.url, team);
  const tokens: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const { release, contents } = another({ 'film.mp4': Buffer.alloc(100_000, `${turn}`) });
    const { says } = await theirs.send(release, contents, { live });
    tokens.push(says.upload);
  }
  await theirs.say(publishStatement(another().release, { live }));
  const uploads = path.join(dataDir, 'uploads', team.id, 'games');
  const films = readdirSync(uploads).filter(
    (file) => statSync(path.join(uploads, file)).size === 100_000,
  );
  expect(films).toHaveLength(2);
  expect((await theirs.commit(String(tokens[0]))).status).toBe(404);

  // A day later it is cleared away, though no other deploy comes.
  const dayAgo = Date.now() / 1000 - 25 * 60 * 60;
  for (const file of readdirSync(uploads)) utimesSync(path.join(uploads, file), dayAgo, dayAgo);
  const restarted = await startApi({ DATA_DIR: dataDir });
  await until(() => readdirSync(uploads).length === 0, 'what broke off is removed', 20_000);
  await restarted.stop();
});

test('a section whose lock is held delays no other section', async () => {
  const held = another();
  const { says } = await over.send(held.release, held.contents, { live });
  const team = await addTeam(api.store, ['home']);
  const home = describeRelease('home', sectionFiles('home', 'Meanwhile'));
  await withStoreLock(api.store, 'games', async () => {
    const waiting = over.commit(says.upload);
    const theirs = publishOver(api.url, team);
    const seen = { live: api.releases.home?.id };
    const published = await theirs.publish(home.release, home.contents, seen);
    expect(published.status).toBe(200);
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
    void waiting.catch(() => {});
  });
});
