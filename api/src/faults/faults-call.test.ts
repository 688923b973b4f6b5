import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { siteList } from '@portfolio/releases/access/site-facts.ts';
import type { ReleaseRef } from '@portfolio/releases/release/release.ts';
import { claimMail, readThrown } from '@portfolio/releases/store/faults.ts';
import { listReleases, removeOld } from '@portfolio/releases/store/store.ts';
import { addPreview, addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { simpleParser } from 'mailparser';

const script = 'remoteEntry.11aa22bb.mjs';
const nowhere = { name: 'home', id: '0123456789ab' };

type Report = { hasFailed?: boolean; words?: string[]; headers?: Record<string, string> };

const inFile = ({ name, id }: ReleaseRef, at = '1:1') => `/releases/${name}/${id}/${script}:${at}`;
const api = await startSite();

/** Starts a small site behind a proxy, which names the visitor groups. */
async function startSite(env: Record<string, string> = {}) {
  const started = await startSmallApi({ TRUST_PROXY: '1', ...env });
  const { store } = started;
  const folder = path.join(started.dataDir, 'mail');
  const send = async (body: string, own: Record<string, string> = {}) => {
    const headers = { 'Content-Type': 'application/json', ...own };
    return (await fetch(`${started.url}/api/faults`, { method: 'POST', body, headers })).status;
  };
  return {
    ...started,
    send,
    report: (
      { name, id }: ReleaseRef,
      group: number,
      { hasFailed = true, words = [], headers = {} }: Report = {},
    ) =>
      send(JSON.stringify({ release: `${name}@${id}`, hasFailed, error: words.join(' ') }), {
        'X-Forwarded-For': `192.0.2.${group}`,
        ...headers,
      }),
    /** Adds a live release of home. Its map says that it begins with line 7 of a source. */
    addHome: () => addRelease(store, 'home', homeFiles()),
    addPreview: () => addPreview(store, 'home', homeFiles()),
    failed: async (ref: ReleaseRef) =>
      (await listReleases(store)).find(({ id }) => id === ref.id)?.failed,
    async mails() {
      const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
      return Promise.all(files.map((file) => readFile(path.join(folder, file)).then(simpleParser)));
    },
  };
}

function homeFiles() {
  const map = { version: 3, sources: ['src/page.tsx'], names: [], mappings: 'AAMA' };
  return { ...sectionFiles('home', crypto.randomUUID()), [`${script}.map`]: JSON.stringify(map) };
}

test('a live release that fails three visitor groups stays live, and the owner gets one mail with the source line', async () => {
  const site = await startSite();
  const bad = await site.addHome();
  const words = ['TypeError', inFile(bad)];
  for (const group of [1, 1, 2, 2]) expect(await site.report(bad, group, { words })).toBe(204);
  expect(await site.mails()).toEqual([]);
  for (const group of [3, 4, 5]) await site.report(bad, group, { words });
  const [{ subject = '', text = '' } = {}, ...others] = await site.mails();
  expect(others).toEqual([]);
  expect(subject).toBe(`Rubin & Co.: home@${bad.id} fails visitors`);
  const mail = `home@${bad.id} failed 3 visitors, as their browsers say.\n\nIt threw:\n\n  - TypeError\n      at src/page.tsx:7 (${script}:1:1)\n\nAll errors of home: npx portfolio releases faults home\nSuch reports can be forged, so nothing was changed. This is the only mail about this release.\n\nTo go back to home@${site.releases.home?.id}: npx portfolio rollback home\n`;
  expect(text).toBe(mail);
  expect((await site.get('/home')).body).toContain(bad.id);
  expect(await site.failed(bad)).toBe(5);
});

test('if there is no release before and no error, the mail says what else to do', async () => {
  const site = await startSite();
  const { home = nowhere } = site.releases;
  for (const group of [1, 2, 3]) await site.report(home, group);
  const [{ text = '' } = {}] = await site.mails();
  const mail = `home@${home.id} failed 3 visitors, as their browsers say.\n\nThey say of no error: a script that hangs, or does not arrive, throws none.\n\nAll errors of home: npx portfolio releases faults home\nSuch reports can be forged, so nothing was changed. This is the only mail about this release.\n\nThere is no release before it to go back to: deploy a repaired one, or retire home.\n`;
  expect(text).toBe(mail);
  const [release, msg] = [`home@${home.id}`, "A release failed, as a visitor's page says"];
  expect(site.said).toContainEqual({ level: 40, release, msg });
});

test('failures of a release that is not live are counted, without a mail', async () => {
  const site = await startSite();
  const preview = await site.addPreview();
  for (const group of [1, 2, 3]) await site.report(preview, group);
  for (const group of [1, 2, 3]) await site.report(nowhere, group);
  expect(await site.failed(preview)).toBe(3);
  expect(await site.failed(nowhere)).toBeUndefined();
  expect(await site.mails()).toEqual([]);
});

test('a mail that could not be sent is sent at the next failure', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'outbox.sqlite'));
  const site = await startSite({ DATA_DIR: folder });
  await writeFile(path.join(folder, 'mail'), 'a file is in the way');
  const bad = await site.addHome();
  for (const group of [1, 2, 3]) expect(await site.report(bad, group)).toBe(204);
  expect(await claimMail(site.store, bad)).toBe(3);
  const facts = { release: `home@${bad.id}`, reason: expect.any(String) };
  expect(site.said).toContainEqual({ level: 50, ...facts, msg: 'The owner could not be told' });
});

test('pages of other sites can report nothing, by whatever request', async () => {
  const bad = await api.addHome();
  for (const site of ['cross-site', 'same-site'])
    expect(await api.report(bad, 1, { headers: { 'Sec-Fetch-Site': site } })).toBe(403);
  // Older browsers do not say which site it is, but ask this one before they send JSON.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect(await api.report(bad, 1, { headers: { 'Content-Type': type } })).toBe(400);
  expect(await api.report(bad, 1, { headers: { Origin: 'https://evil.example' } })).toBe(403);
  const asked = await api.ask('OPTIONS', '/api/faults', { Origin: 'https://evil.example' });
  expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  for (const address of [
    `/api/locales/en?failed=home@${bad.id}`,
    `/home?without=shell@${api.releases.shell?.id}`,
  ])
    await api.get(address);
  expect((await listReleases(api.store)).filter(({ failed }) => failed > 0)).toEqual([]);
});

test('an error that the page survives is kept by class and position until its release is removed, and is no failure', async () => {
  const home = await api.addPreview();
  const words = ['TypeError', inFile(home)];
  for (const group of [1, 1, 2]) await api.report(home, group, { words, hasFailed: false });
  await api.report(home, 3, { hasFailed: false });
  const facts = { name: 'home', id: home.id, visitors: 2, error: 'TypeError' };
  const thrown = await readThrown(api.store, home);
  expect(thrown).toMatchObject([{ ...facts, places: [`home@${home.id}/${script}:1:1`] }]);
  expect(siteList.shape.faults.parse(thrown)).toEqual(thrown);
  expect(await api.failed(home)).toBe(0);
  for (let turn = 0; turn < 10; turn += 1) await api.addPreview();
  await api.store.database.transact((tx) => removeOld(tx, { name: 'home', id: 'new' }));
  const left = 'SELECT COUNT(*) AS faults FROM faults WHERE id = $1';
  expect(await api.store.database.run(left, [home.id])).toEqual([{ faults: 0 }]);
});

test('no words of a message are kept: an unknown class becomes Error', async () => {
  const home = await api.addPreview();
  const place = inFile(home);
  await api.report(home, 1, { words: ['ada@example.org', 'is not valid 15550100', place] });
  await api.report(home, 2, { words: ['constructor', place] });
  const kept = { error: 'Error', visitors: 2, places: [`home@${home.id}/${script}:1:1`] };
  expect(await readThrown(api.store, home)).toMatchObject([kept]);
});

test('only the positions in files of this release and of the live shell are kept', async () => {
  const home = await api.addPreview();
  const { shell, games } = api.releases;
  const at = (place: string) => `/releases/home/${home.id}/${place}`;
  const words = [
    'TypeError',
    'https://evil.example/x.mjs:1:1',
    `https://evil.example${inFile(games ?? nowhere)}`,
    at('nowhere.mjs:1:1'),
    at('../../shell/document.html:1:1'),
    at(`${script}?q=ada:1:1`),
    inFile(home, '99999999:1'),
    `/releases/shell/${shell?.id}/main.0a1b2c3d.mjs:1:22`,
    inFile(home),
    `${'What follows is beyond the bound. '.repeat(6)}${inFile(home, '2:2')}`,
  ];
  await api.report(home, 1, { words });
  const places = [`shell@${shell?.id}/main.0a1b2c3d.mjs:1:22`, `home@${home.id}/${script}:1:1`];
  expect(await readThrown(api.store, home)).toMatchObject([{ places }]);
  const other = await api.addPreview();
  const all = Array.from('123456', (column) => inFile(other, `1:${column}`));
  await api.report(other, 1, { words: ['Error', ...all] });
  expect((await readThrown(api.store, other))[0]?.places).toHaveLength(5);
});

test('forged reports are bounded, to 30 a minute of a visitor group, and do not push out an error that several visitors met', async () => {
  const home = await api.addPreview();
  const wordsAt = (column: number) => ['TypeError', inFile(home, `1:${column}`)];
  for (const group of [1, 2]) await api.report(home, group, { words: wordsAt(1) });
  for (let forged = 3; forged < 60; forged += 1)
    await api.report(home, forged, { words: wordsAt(forged) });
  const kept = await readThrown(api.store, home);
  expect(kept).toHaveLength(20);
  expect(kept).toContainEqual(expect.objectContaining({ visitors: 2 }));
  const asked = Array.from({ length: 31 }, () => api.report(nowhere, 99));
  expect((await Promise.all(asked)).sort().slice(-2)).toEqual([204, 429]);
});

test.each([
  ['', 400],
  ['[]', 400],
  ['{"release":"home"}', 400],
  [`{"release":"home@${nowhere.id}","hasFailed":1,"error":""}`, 400],
  [`{"release":"home@${nowhere.id}","hasFailed":true,"error":"${'x'.repeat(2000)}"}`, 413],
  [`{"release":"home@${nowhere.id}","hasFailed":true,"error":"\\u0000%00"}`, 204],
])('a report of nonsense %s is answered with %i', async (body, status) => {
  expect(await api.send(body)).toBe(status);
});
