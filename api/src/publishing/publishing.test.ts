import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { integrityOf } from '@portfolio/releases/fingerprint.ts';
import { readPointer } from '@portfolio/releases/live-pointer.ts';
import { readPages } from '@portfolio/releases/prerendered-pages.ts';
import { hashName, readAudit, readFacts, removeKey } from '@portfolio/releases/publishing';
import { readRelease } from '@portfolio/releases/read-release.ts';
import type { Release } from '@portfolio/releases/release.ts';
import { releaseFolder, sectionFolder } from '@portfolio/releases/store.ts';
import { publishOver } from '@portfolio/test-support/publish-over.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { type SmallApi, startSmallApi } from '@portfolio/test-support/start-api.ts';
import {
  addTeam,
  describeRelease,
  inMinutes,
  moveStatement,
  publishStatement,
  type Team,
} from '@portfolio/test-support/statements.ts';

// Disks are slow on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(60_000);

let api: SmallApi;
let dataDir: string;
let team: Team;
let over: ReturnType<typeof publishOver>;
const withoutKeys: number[] = [];
beforeAll(async () => {
  api = await startSmallApi({
    RATE_LIMIT: 'off',
    UPLOAD_FILES: '50',
    UPLOAD_FILE_BYTES: '1000000',
  });
  dataDir = path.dirname(api.store.folder);
  for (const [method, address] of [
    ['GET', '/api/releases'],
    ['POST', '/api/publishing'],
    ['PUT', '/api/publishing/x/y'],
    ['POST', '/api/publishing/x'],
  ] as const)
    withoutKeys.push((await api.ask(method, address, { 'Content-Length': '0' })).status);
  team = await addTeam(dataDir, ['games']);
  over = publishOver(`http://127.0.0.1:${api.port}`, team);
});
afterAll(() => api.stop());

let live: string;
beforeEach(async () => {
  live = (await liveIds())[0] ?? '';
});

const liveIds = () => readPointer(api.store, 'games');
const logged = async () => (await readAudit(dataDir)).entries;
let turn = 0;
/** A release that was never there. */
const another = (files = {}, says = {}) => {
  turn += 1;
  return describeRelease('games', { ...sectionFiles('games', `Games ${turn}`), ...files }, says);
};
/** All that can be seen of the store. */
const inStore = () =>
  readdirSync(sectionFolder(api.store, 'games')).filter((entry) => !/^\./.test(entry));

test('as long as no key was added, there are no such calls', () => {
  expect(withoutKeys).toEqual([404, 404, 404, 404]);
});

test('a team publishes, goes back and activates; each is written down', async () => {
  const { release, contents } = another();
  expect(await over.publish(release, contents, { live })).toEqual({
    status: 200,
    says: { section: 'games', release: release.id, isLive: true },
  });
  expect((await liveIds()).slice(0, 2)).toEqual([release.id, live]);
  expect(await readRelease(api.store, 'games', release.id)).toEqual(release);
  expect((await api.get('/api/locales/en')).body).toContain(`Games ${turn} en`);
  const script = `/releases/games/${release.id}/${release.entry}`;
  const sent = await api.get(script, { 'Accept-Encoding': 'br' });
  expect(sent.headers['content-encoding']).toBe('br');

  const before = { name: 'games', id: live };
  expect((await over.say(moveStatement('roll back', before, release.id))).status).toBe(200);
  expect((await liveIds())[0]).toBe(live);
  expect((await over.say(moveStatement('activate', release, live))).status).toBe(200);
  expect((await liveIds()).slice(0, 2)).toEqual([release.id, live]);
  const done = (await logged()).filter(({ outcome }) => outcome === 'done').slice(-3);
  expect(done.map(({ did, key, from, to }) => [did, key, from, to])).toEqual([
    ['publish', team.id, live, release.id],
    ['roll back', team.id, release.id, live],
    ['activate', team.id, live, release.id],
  ]);
});

test('what the site says of itself is what a team needs, public, and cached by its tag', async () => {
  const { body, headers } = await api.get('/api/releases');
  const facts = JSON.parse(body);
  expect(Object.keys(facts.releases).sort()).toEqual(['games', 'home', 'shell']);
  expect(facts.releases.games.map(({ id }: Release) => id)).toEqual((await liveIds()).slice(0, 2));
  expect(facts.routes).toEqual({ home: '/home', games: '/games' });
  expect(body).not.toMatch(/abc1234|createdAt|"folder"/);
  expect(readFacts(facts)?.releases.get('shell')?.[0]?.id).toBe(api.releases.shell?.id);
  const again = await api.get('/api/releases', { 'If-None-Match': String(headers.etag) });
  expect(again.status).toBe(304);
});

test('a preview is in the store, and what is live has not changed', async () => {
  const { release, contents } = another();
  const { says } = await over.publish(release, contents, { live, isPreview: true });
  expect(says.isLive).toBe(false);
  expect((await liveIds())[0]).toBe(live);
  const preview = await api.get(`/games?preview=games@${release.id}`);
  expect(preview.body).toContain(release.id);
  // All of it is there now: nothing is sent twice.
  const { says: known } = await over.send(release, contents, { live });
  expect(known.missing).toEqual([]);
});

test('only what the site lacks is sent, from where it broke off, also by another deploy', async () => {
  const { release, contents } = another();
  const { says } = await over.say(publishStatement(release, { live }));
  // The logo is as it was; its title is another, so it is not.
  expect(says.missing).toHaveLength(4);
  const script = contents.get(release.entry) ?? Buffer.alloc(0);
  const hash = hashName(release.files[release.entry] ?? { integrity: '' });
  expect((await over.put(says.upload, hash, 0, script.subarray(0, 100))).says.received).toBe(100);
  expect(await over.put(says.upload, hash, 50, script)).toMatchObject({
    status: 409,
    says: { received: 100 },
  });
  expect(await over.commit(says.upload)).toMatchObject({ status: 409 });
  const { says: next } = await over.say(publishStatement(release, { live }));
  expect(next.missing.find((each: { hash: string }) => each.hash === hash).received).toBe(100);
  expect((await over.put(next.upload, hash, 100, script)).status).toBe(413);
  expect((await over.put(next.upload, 'f'.repeat(96), 0, script)).status).toBe(404);
  expect((await over.publish(release, contents, { live })).status).toBe(200);
  const unchanged = describeRelease('games', {
    ...Object.fromEntries(contents),
    'locales/en.yaml': 'games: { document: { title: Other, description: About it } }',
  });
  const { says: small } = await over.say(publishStatement(unchanged.release, { live: release.id }));
  expect(small.missing).toHaveLength(1);
});

test('who asks again because the answer got lost gets the same answer', async () => {
  const { release, contents } = another();
  const { says } = await over.send(release, contents, { live });
  const [one, two] = await Promise.all([over.commit(says.upload), over.commit(says.upload)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((await over.commit(says.upload)).status).toBe(200);
  expect((await liveIds()).slice(0, 2)).toEqual([release.id, live]);
});

test('a stolen key of another section, a replayed statement and an old one change nothing', async () => {
  const { release, contents } = another();
  const thief = await addTeam(dataDir, ['home']);
  const stolen = publishOver(`http://127.0.0.1:${api.port}`, thief);
  expect((await stolen.publish(release, contents, { live })).status).toBe(403);
  const signed = team.sign(publishStatement(release, { live }));
  expect((await over.post(signed)).status).toBe(201);
  const replayed = await over.post(signed);
  expect(replayed).toMatchObject({ status: 409, says: { highest: expect.any(Number) } });
  const old = publishStatement(release, { live, expires: inMinutes(-4) });
  expect((await over.say(old)).status).toBe(401);
  const refused = (await logged()).filter(({ outcome }) => outcome === 'refused').slice(-3);
  expect(refused.map(({ key }) => key)).toEqual([thief.id, team.id, team.id]);
  expect(refused.map(({ reason }) => reason?.split('.')[0])).toEqual([
    expect.stringContaining('opens home, not games'),
    expect.stringContaining('was here already'),
    expect.stringContaining('has expired'),
  ]);
  expect((await liveIds())[0]).toBe(live);
});

test('of two deploys at once one is refused, and says which release was faster', async () => {
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

test('one changed byte in a file: it is refused and thrown away, and can be sent again', async () => {
  const { release, contents } = another();
  const script = Buffer.from(contents.get(release.entry) ?? '');
  script[10] = (script[10] ?? 0) ^ 1;
  const { says } = await over.send(release, new Map([...contents, [release.entry, script]]), {
    live,
  });
  const refused = await over.commit(says.upload);
  expect(refused).toMatchObject({ status: 422 });
  expect(refused.says.faults).toEqual([expect.stringContaining(`${release.entry} is not what`)]);
  expect(inStore()).not.toContain(release.id);
  expect((await over.publish(release, contents, { live })).status).toBe(200);
});

const page = (html: string) =>
  Buffer.from(JSON.stringify({ en: { html, css: '', stylesVersion: '6.0.0' } }));
const frame = `${'a'.repeat(12)}-${'b'.repeat(12)}`;

test('all that is wrong with a release is said at once, and nothing has changed', async () => {
  const before = inStore();
  const refusedFor = async (files: object, says = {}) => {
    const { release, contents } = another(files, says);
    const { status, says: said } = await over.publish(release, contents, { live });
    expect([status, inStore(), (await liveIds())[0]]).toEqual([422, before, live]);
    return said.faults.join('\n');
  };
  const texts = 'games: { document: { title: A } }\nheader: { menu: Mine }';
  expect(await refusedFor({ 'locales/en.yaml': texts }, { requires: { vue: '^3.0.0' } })).toMatch(
    /locales\/en\.yaml lacks the key "games\.document\.description"[\s\S]*locales\/de\.yaml lacks the key "header\.menu"[\s\S]*"header"; a section's texts belong below[\s\S]*requires vue/,
  );
  expect(await refusedFor({ 'locales/de.yaml': 'a: *b' })).toContain(
    'locales/de.yaml cannot be read',
  );
  expect(await refusedFor({ con: 'x', 'a.svg': '', 'A.svg': '' })).toMatch(
    /con is the name[\s\S]*one file/,
  );
});

test.each([
  ['<p><script>alert(1)</script></p>', 'holds a <script>'],
  ['<p onclick="x()">a</p>', 'has a handler: onclick'],
  ['<p style="color: red">a</p>', 'has an attribute style'],
  ['<img src="https://example.org/a.png">', 'loads from a foreign address'],
  ['<a href="javascript:x()">a</a>', 'has a link to javascript:x()'],
])('a prerendered page with %s is refused', async (html, sentence) => {
  const { release, contents } = another();
  const content = page(html);
  const place = { bytes: content.length, integrity: integrityOf(content) };
  const { says } = await over.send(release, contents, { live, pages: { [frame]: place } });
  expect((await over.put(says.upload, hashName(place), 0, content)).status).toBe(200);
  const { status, says: said } = await over.commit(says.upload);
  expect([status, said.faults]).toEqual([422, [expect.stringContaining(sentence)]]);
});

test('pages come with their release', async () => {
  const { release, contents } = another();
  const content = page('<main><h1>Games</h1></main>');
  const place = { bytes: content.length, integrity: integrityOf(content) };
  const { says } = await over.send(release, contents, { live, pages: { [frame]: place } });
  await over.put(says.upload, hashName(place), 0, content);
  expect((await over.commit(says.upload)).status).toBe(200);
  const kept = await readPages(api.store, { ...release, frame });
  expect(kept?.get('en')?.html).toBe('<main><h1>Games</h1></main>');
});

test('too many, too large and too long is refused before a byte of it is sent', async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.svg`, `${at}`]));
  const { says, status } = await over.say(publishStatement(another(many).release, { live }));
  expect([status, says.error]).toEqual([413, expect.stringContaining('50 are allowed')]);
  const film = Buffer.alloc(1_000_001);
  const large = publishStatement(another({ 'film.mp4': film }).release, { live });
  expect((await over.say(large)).says.error).toContain('film.mp4 has 1000001 bytes');
  const long = { keyId: team.id, signature: '', bytes: Buffer.alloc(800_000) };
  expect((await over.post(long)).status).toBe(413);
  expect((await over.say({ does: 'x'.repeat(100) })).status).toBe(400);
});

test('a link that somebody put into the store leads no call out of it', async () => {
  const outside = path.join(dataDir, 'outside');
  await mkdir(outside);
  writeFileSync(path.join(outside, 'secret'), 'secret');
  const { release, contents } = another();
  // In the place of the release that is to come, of its pages, and of a known file.
  const folder = releaseFolder(api.store, 'games', release.id);
  symlinkSync(outside, folder);
  symlinkSync(outside, `${folder}.pages`);
  const logo = path.join(releaseFolder(api.store, 'games', live), 'resources/logo.svg');
  await rm(logo, { force: true });
  symlinkSync(path.join(outside, 'secret'), logo);
  const content = page('<main></main>');
  const place = { bytes: content.length, integrity: integrityOf(content) };
  const { says } = await over.send(release, contents, { live, pages: { [frame]: place } });
  await over.put(says.upload, hashName(place), 0, content);
  expect((await over.commit(says.upload)).status).toBe(200);
  expect(readdirSync(outside)).toEqual(['secret']);
  expect(readFileSync(path.join(outside, 'secret'), 'utf8')).toBe('secret');
  expect(await readRelease(api.store, 'games', release.id)).toEqual(release);
});

test('a key that is removed meanwhile goes no further', async () => {
  const { release, contents } = another();
  const { says } = await over.send(release, contents, { live });
  await removeKey(dataDir, team.id);
  expect((await over.commit(says.upload)).status).toBe(401);
  expect((await liveIds())[0]).toBe(live);
});
