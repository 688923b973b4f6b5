import { beforeEach, expect, test } from '@jest/globals';
import { readFacts } from '@portfolio/releases/access/index.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { DatabaseError } from '@portfolio/releases/database/database-errors.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { faultsOfFiles } from '@portfolio/releases/store/find-faults.ts';
import { findRelease } from '@portfolio/releases/store/release-rows.ts';
import { startPublishingSite } from '@portfolio/test-support/publishing-site.ts';
import { moveRequest, publishRequest } from '@portfolio/test-support/signed-requests.ts';

const site = await startPublishingSite();
const { api, team, over, liveIds, logged, another } = site;

let live: string;
beforeEach(async () => {
  live = liveIds()[0] ?? '';
});

test('a preview that cannot be logged is not published; a repeated commit publishes and logs it', async () => {
  const { release, contents } = another();
  const { says } = await over.send(release, contents, { live, isPreview: true });
  await api.store.facts.run('ALTER TABLE log RENAME TO lost_log');
  expect((await over.commit(says.upload)).status).toBeGreaterThanOrEqual(500);
  await api.store.facts.run('ALTER TABLE lost_log RENAME TO log');
  expect((await over.commit(says.upload)).status).toBe(200);
  const done = { did: 'publish a preview', release: release.id };
  expect((await logged()).at(-1)).toMatchObject(done);
});

test('without a key the routes of publishing do not exist', () => {
  expect(site.withoutKeys).toEqual([404, 404, 404, 404]);
});

test('a team publishes, rolls back and forth, and the log has each change', async () => {
  const { title, release, contents } = another();
  expect(await over.publish(release, contents, { live })).toEqual({
    status: 200,
    says: { section: 'games', release: release.id, isLive: true },
  });
  expect(liveIds().slice(0, 2)).toEqual([release.id, live]);
  expect(findRelease(api.store, release)).toEqual(release);
  expect((await api.get('/api/locales/en')).body).toContain(`${title} en`);
  const script = `/releases/games/${release.id}/${release.entry}`;
  const sent = await api.get(script, { 'Accept-Encoding': 'br' });
  expect(sent.headers['content-encoding']).toBe('br');

  const before = { name: 'games', id: live };
  expect((await over.say(moveRequest('roll back', before, release.id))).status).toBe(200);
  expect(liveIds()[0]).toBe(live);
  expect((await over.say(moveRequest('roll back', release, live))).status).toBe(200);
  expect(liveIds().slice(0, 2)).toEqual([release.id, live]);
  const written = (await logged()).slice(-3);
  expect(written.map(({ did, key, from, to }) => [did, key, from, to])).toEqual([
    ['publish', team.id, live, release.id],
    ['roll back', team.id, release.id, live],
    ['roll back', team.id, live, release.id],
  ]);
});

test('GET /api/releases has what a team needs and nothing private, and answers 304 to its tag', async () => {
  const { body, headers } = await api.get('/api/releases');
  const facts = JSON.parse(body);
  expect(Object.keys(facts.releases).sort()).toEqual(['games', 'home', 'shell']);
  expect(facts.releases.games.map(({ id }: Release) => id)).toEqual(liveIds().slice(0, 2));
  expect(facts.routes).toEqual({ home: '/home', games: '/games' });
  expect(body).not.toMatch(/abc1234|createdAt|"folder"/);
  expect(readFacts(facts)?.releases.get('shell')?.[0]?.id).toBe(api.releases.shell?.id);
  const again = await api.get('/api/releases', { 'If-None-Match': String(headers.etag) });
  expect(again.status).toBe(304);
});

test('while the database cannot be read, GET /api/releases asks to try again later', async () => {
  const damaged = await startPublishingSite();
  expect((await damaged.api.get('/api/publishing')).status).toBe(404);
  const { local } = damaged.api.store;
  Object.assign(local, {
    read: () => {
      throw new DatabaseError('damaged');
    },
  });
  const { status, headers } = await damaged.api.get('/api/releases');
  expect([status, headers['retry-after']]).toEqual([503, '10']);
});

test('a preview is stored, and what is live does not change', async () => {
  const { release, contents } = another();
  const { says } = await over.publish(release, contents, { live, isPreview: true });
  expect(says.isLive).toBe(false);
  expect(liveIds()[0]).toBe(live);
  const preview = await api.get(`/games?preview=games@${release.id}`);
  expect(preview.body).toContain(release.id);
  // All contents are stored, so a deploy sends none again.
  const { says: known } = await over.send(release, contents, { live });
  expect(known.missing).toEqual([]);
});

test('a deploy sends only contents that the site lacks, even after one that broke off', async () => {
  const { release, contents } = another();
  const { says } = await over.say(publishRequest(release, { live }));
  // The site has the unchanged logo, but not the files with another title.
  expect(says.missing).toHaveLength(4);
  const script = contents.get(release.entry) ?? Buffer.alloc(0);
  const hash = hashName(release.files[release.entry] ?? { integrity: '' });
  const longer = Buffer.concat([script, script]);
  expect((await over.put(says.upload, hash, longer)).status).toBe(413);
  expect((await over.put(says.upload, hash, script.subarray(1))).status).toBe(422);
  expect((await over.put(says.upload, 'f'.repeat(96), script)).status).toBe(404);
  expect((await over.put(says.upload, hash, script)).status).toBe(204);
  const early = await over.commit(says.upload);
  expect([early.status, early.says.missing.length]).toEqual([409, 3]);
  const { says: next } = await over.say(publishRequest(release, { live }));
  expect(next.missing.map((each: { hash: string }) => each.hash)).not.toContain(hash);
  expect((await over.publish(release, contents, { live })).status).toBe(200);
});

test('repeated commits get the same answer', async () => {
  const { release, contents } = another();
  const { says } = await over.send(release, contents, { live });
  const all = await Promise.all([1, 2, 3].map(() => over.commit(says.upload)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await faultsOfFiles(api.store, release)).toEqual([]);
  expect((await over.commit(says.upload)).status).toBe(200);
  expect(liveIds().slice(0, 2)).toEqual([release.id, live]);
});

test('a team reads files of its own section only, source maps included', async () => {
  const { release, contents } = another({ 'remoteEntry.11aa22bb.mjs.map': '{"version":3}' });
  expect((await over.publish(release, contents, { live })).status).toBe(200);
  const read = (section: string, file: string) => {
    const { site: address, nonce, expires } = publishRequest(release);
    const asked = { does: 'read', section, release: release.id, file };
    return over.say({ ...asked, site: address, nonce, expires });
  };
  const map = await read('games', 'remoteEntry.11aa22bb.mjs.map');
  expect(map).toEqual({ status: 200, says: { version: 3 } });
  expect((await read('games', 'none.map')).status).toBe(404);
  expect((await read('games', '../../site.sqlite')).status).toBe(404);
  expect((await read('home', 'remoteEntry.11aa22bb.mjs.map')).status).toBe(403);
});

test('of two deploys at once one is refused, and the message names the release that was faster', async () => {
  const [one, two] = [another(), another()];
  const begun = [
    await over.send(one.release, one.contents, { live }),
    await over.send(two.release, two.contents, { live }),
  ];
  const answers = await Promise.all(begun.map(({ says }) => over.commit(says.upload)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [now] = await liveIds();
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.says).toMatchObject({
    live: now,
    error: expect.stringContaining(`games@${now}`),
  });
  const { status } = await over.publish(one.release, one.contents, { live });
  expect(status).toBe(one.release.id === now ? 200 : 409);
});
