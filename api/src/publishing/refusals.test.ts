import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from '@jest/globals';
import { PublishRefusedError } from '@portfolio/releases/access/index.ts';
import { contentFile } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import {
  films,
  publishOver,
  startPublishingSite,
} from '@portfolio/test-support/publishing-site.ts';
import {
  addTeam,
  describeRelease,
  inMinutes,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { fragmentsOf, sectionFiles } from '@portfolio/test-support/small-site.ts';
import express from 'express';
import pino from 'pino';
import { answerRefusals } from './refusals.ts';

const site = await startPublishingSite();
const { api, team, over, liveIds, another, inStore } = site;

let live: string;
beforeEach(async () => {
  live = liveIds()[0] ?? '';
});

test("another section's key, a replayed request and an expired one change nothing", async () => {
  const { release, contents } = another();
  const thief = await addTeam(api.store, ['home']);
  const stolen = publishOver(api.url, thief);
  expect((await stolen.publish(release, contents, { live })).status).toBe(403);
  const signed = team.sign(publishRequest(release, { live }));
  expect((await over.post(signed)).status).toBe(201);
  const replayed = await over.post(signed);
  expect(replayed).toMatchObject({ status: 409, says: { highest: expect.any(Number) } });
  const old = publishRequest(release, { live, expires: inMinutes(-4) });
  expect((await over.say(old)).status).toBe(401);
  expect(liveIds()[0]).toBe(live);
});

test('a release may reach only the origins of CONNECT_ORIGINS', async () => {
  const { release, contents } = another({}, { origins: ['https://api.example.com'] });
  expect((await over.publish(release, contents, { live, isPreview: true })).status).toBe(200);
  const both = ['https://api.example.com', 'https://img.example.com'];
  const { release: other, contents: all } = another({}, { origins: both });
  const { status, says } = await over.publish(other, all, { live });
  expect(status).toBe(422);
  expect(says.error).toContain(
    'names https://img.example.com, which pages of this site may not call. The owner adds it to the setting CONNECT_ORIGINS.',
  );
  expect(await inStore()).not.toContain(other.id);
  const smuggled = ["https://a.example; script-src 'unsafe-inline'"];
  const { release: forged } = another({}, { origins: smuggled });
  expect((await over.say(publishRequest(forged, { live }))).status).toBe(400);
});

test('a first script that is too heavy is refused', async () => {
  const script = `export const noise = '${randomBytes(60_000).toString('base64')}';`;
  const { release, contents } = another({ 'remoteEntry.11aa22bb.mjs': script });
  const { status, says } = await over.publish(release, contents, { live, isPreview: true });
  expect(status).toBe(422);
  expect(says.error).toContain('more than the 50,000 that games may load with its page.');
});

test('a file with one changed byte is refused, and can be sent again', async () => {
  const { release, contents } = another();
  const script = Buffer.from(contents.get(release.entry) ?? '');
  script[10] = (script[10] ?? 0) ^ 1;
  const { says } = await over.send(release, new Map([...contents, [release.entry, script]]), {
    live,
  });
  const hash = hashName(release.files[release.entry] ?? { integrity: '' });
  const refused = await over.commit(says.upload);
  expect([refused.status, refused.says.missing]).toEqual([
    409,
    [{ hash, bytes: contents.get(release.entry)?.length }],
  ]);
  // The file is damaged after its arrival.
  await over.put(says.upload, hash, contents.get(release.entry) ?? Buffer.alloc(0));
  writeFileSync(contentFile(api.store, hash), script);
  expect(await over.commit(says.upload)).toMatchObject({
    status: 409,
    says: { missing: [{ hash }] },
  });
  expect(await inStore()).not.toContain(release.id);
  expect((await over.publish(release, contents, { live })).status).toBe(200);
});

test('all faults of a release are reported at once, and nothing has changed', async () => {
  const before = await inStore();
  const refusedFor = async (files: object, says = {}) => {
    const { release, contents } = another(files, says);
    const { status, says: said } = await over.publish(release, contents, { live });
    expect([status, await inStore(), liveIds()[0]]).toEqual([422, before, live]);
    return said.faults.join('\n');
  };
  const texts = 'games: { document: { title: A } }\nheader: { menu: Mine }';
  expect(await refusedFor({ 'locales/en.yaml': texts }, { requires: { vue: '^3.0.0' } })).toMatch(
    /locales\/en\.yaml lacks the key "games\.document\.description"[\s\S]*locales\/de\.yaml lacks the key "header\.menu"[\s\S]*"header"; a section's texts belong below[\s\S]*requires vue/,
  );
  expect(await refusedFor({ 'locales/de.yaml': 'a: *b' })).toContain(
    'locales/de.yaml cannot be read',
  );
});

test('a page with a script is refused, and one that a parser would write otherwise', async () => {
  for (const [html, said] of [
    ['<p><script>alert(1)</script></p>', 'holds a <script>'],
    ['<p>one<p>two', 'is not read as it is written'],
  ] as const) {
    const fragments = { 'fragments/games.json': fragmentsOf(html) };
    const { release, contents } = another(fragments);
    const { status, says } = await over.publish(release, contents, { live });
    expect([status, says.faults]).toEqual([422, [expect.stringContaining(said)]]);
  }
});

test('no key opens the shell, whose code renders on the server', async () => {
  const theirs = publishOver(api.url, await addTeam(api.store, ['shell']));
  const { release, contents } = describeRelease('shell');
  const { status, says } = await theirs.publish(release, contents, { live: null });
  expect([status, says.error]).toEqual([400, expect.stringContaining('which no key opens')]);
});

test('no release is dated in the future', async () => {
  const theirs = publishOver(api.url, await addTeam(api.store, ['blog']));
  const createdAt = '9999-01-01T00:00:00.000Z';
  const { release, contents } = describeRelease('blog', sectionFiles('blog', 'A'), { createdAt });
  expect((await theirs.publish(release, contents)).status).toBe(200);
  for (const { createdAt: stored } of await listReleases(api.store, 'blog'))
    expect(Date.parse(stored)).toBeLessThanOrEqual(Date.now());
});

test('too much and too long is refused before a byte of it is sent', async () => {
  const heavy = publishRequest(another(films(4, 900_000)).release, { live });
  expect((await over.say(heavy)).says.error).toMatch(
    /^It has \d+ bytes, 3000000 are allowed: the owner allows more with UPLOAD_BYTES\.$/,
  );
  const long = { keyId: team.id, signature: '', bytes: Buffer.alloc(800_000) };
  expect((await over.post(long)).status).toBe(413);
  expect((await over.say({ does: 'x'.repeat(100) })).status).toBe(400);
});

test('the server logs which key was refused what, and why', async () => {
  const lines: object[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = express();
  app.post('/', (_request, { locals }) => {
    Object.assign(locals, { keyId: team.id, request: { does: 'retire', section: 'games' } });
    throw new PublishRefusedError(403, 'It may not.');
  });
  app.use(answerRefusals(log));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST' });
  server.close();
  expect([answer.status, await answer.json()]).toEqual([403, { error: 'It may not.' }]);
  const said = { key: team.id, does: 'retire', section: 'games', reason: 'It may not.' };
  expect(lines).toEqual([expect.objectContaining(said)]);
});
