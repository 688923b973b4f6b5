import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, jest, test } from '@jest/globals';
import { devServersVariable } from '@portfolio/api/development.ts';
import { listReleases } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { bringToHttps } from '@portfolio/test-support/https.ts';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { serve } from '@portfolio/test-support/serve.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import { addTeam } from '@portfolio/test-support/team.ts';
import { openTemporaryStore, temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import type { RspackDevServer } from '@rspack/dev-server';
import { Command } from 'commander';
import { siteAt, siteOfTeam } from './site.ts';

const api = await startSmallApi();
const site = api.url;
const provides = { react: '19.3.1', '@portfolio/kit': '1.9.0' };
await addRelease(api.store, 'shell', shellFiles, { provides });
const team = await addTeam(api.store, ['pig']);

const TMPDIR = temporaryFolder();

const runAs = (secret: string, folder: string, ...words: string[]) =>
  runCommand({ PORTFOLIO_TOKEN: secret, TMPDIR }, [...words, '--to', site], folder);
const list = () => listReleases(api.store, 'pig');
const liveId = async () => (await list()).find(({ is }) => is === 'live')?.id;
const idIn = (says: string) => /pig@([0-9a-f]{12})/.exec(says)?.[1] ?? '';

test('a team checks, deploys, makes a preview live, rolls back and retires', async () => {
  const folder = await tinySection({ 'pig.token': `${team.secret}\n` });
  const run = (...words: string[]) => runAs('', folder, ...words);
  const checked = await run('check');
  expect([checked, await list()]).toEqual([{ code: 0, says: 'pig could be deployed.\n' }, []]);
  const one = idIn((await run('deploy')).says);
  expect(await liveId()).toBe(one);

  await writeFile(path.join(folder, 'locales/en.yaml'), 'pig: { title: Hog }\n');
  const preview = await run('deploy', '--preview');
  const two = idIn(preview.says);
  expect(preview.says).toBe(`Preview of pig@${two}: ${site}/pig?preview=pig@${two}\n`);
  expect(await liveId()).toBe(one);
  expect((await run('rollback', 'pig', two)).says).toBe(`pig@${two} is live.\n`);
  expect((await run('rollback', 'pig')).says).toBe(`pig@${one} is live.\n`);
  const nowhere = await run('rollback', 'pig', 'f'.repeat(12));
  expect(nowhere).toEqual({ code: 1, says: expect.stringContaining('There is no release') });

  const back = `Bring it back with: npx portfolio rollback pig --to ${site}\n`;
  const retire = async () => (await run('releases', 'retire', 'pig')).says;
  expect(await retire()).toBe(`pig@${one} is not live any more. ${back}`);
  expect(await retire()).toBe(`pig@${one} is not live any more. ${back}`);
  const table = `^name +id +is +age +size +commit +failed
pig +${two} +rolled back +< 1 min +\\d+ kB +0
pig +${one} +retired +< 1 min +\\d+ kB +0\n$`;
  expect((await run('releases')).says).toMatch(new RegExp(table));
  expect((await run('rollback', 'pig')).says).toBe(`pig@${one} is live.\n`);
  expect(await readdir(TMPDIR)).toEqual([]);
});

test('what is refused says why: without a token, by a wrong one, by a check', async () => {
  const folder = await tinySection({ 'locales/de.yaml': undefined, 'pig.token': '\n' });
  const as = (secret: string, ...words: string[]) => runAs(secret, folder, ...words);
  const says = (sentence: string) => ({ code: 1, says: expect.stringContaining(sentence) });
  const none = `There is no token: neither a readable pig.token in this folder nor PORTFOLIO_TOKEN. Make one with: npx portfolio token pig\n`;
  expect(await as(' ', 'check')).toEqual(says(none));
  await expect(siteOfTeam(site, 'hog')).rejects.toThrow('neither a readable hog.token in');
  expect(await as('wrong', 'deploy')).toEqual(says('none of this site'));
  for (const words of [['deploy', '--preview'], ['check']])
    expect(await as(team.secret, ...words)).toEqual(says('locales/de.yaml is missing'));
});

test('a team sees the source lines of its faults, and visitors get no maps', async () => {
  const id = await liveId();
  const base = `/releases/pig/${id}/`;
  const { releases } = JSON.parse((await api.get('/api/releases')).body);
  const [map = ''] = Object.keys(releases.pig.files).filter((file) => file.endsWith('.map'));
  const script = map.replace(/\.map$/, '');
  expect((await api.get(base + map)).status).toBe(404);
  const [before = ''] = (await api.get(base + script)).body.split('"pig.title"');
  const place = `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
  const error = `TypeError ${base}${script}:${place}`;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ release: `pig@${id}`, hasFailed: true, error });
  await fetch(`${site}/api/faults`, { method: 'POST', headers, body });
  const { says } = await runAs(team.secret, temporaryFolder(), 'releases', 'faults', 'pig');
  expect(says).toBe(`pig@${id}  1 visitor, the last < 1 min ago
  TypeError
    at src/page.tsx:2 (${script}:${place})\n`);
});

const insecure = ['http://www.example.com:81', 'http://localhost.example.com', 'ftp://example.com'];
test.each([...insecure, 'www.example.com'])('%s is refused before a request', (address) => {
  expect(() => siteAt(address)).toThrow(/no address of a site over HTTPS/);
});

/** The client's error for a hostile server in the place of a site. */
async function said(answer: RequestListener): Promise<string> {
  const { facts } = siteAt(await serve(answer), 'secret');
  return facts().then(String, ({ message }: Error) => message);
}

const bomb = (to: ServerResponse, bytes: number) =>
  to.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(bytes)));
test.each<[string, RequestListener, RegExp]>([
  ['a redirect', (_, to) => to.writeHead(301, { Location: '/' }).end(), /answers 301\. Look/],
  ['a page', (_, to) => to.end('<h1>Somebody else</h1>'), /does not answer as a site does/],
  ['another path', (_, to) => to.end('{"releases":{"../up":[]},"documents":{}}'), /as a site does/],
  ['deep JSON', (_, to) => to.end(`{"releases":${'['.repeat(1_000_000)}`), /as a site does/],
  ['a bomb', (_, to) => bomb(to, 2 ** 25 + 1), /answers with more than 33554432 bytes/],
  ['less than a bomb', (_, to) => bomb(to, 2 ** 25), /as a site does/],
])('%s in the place of an answer is refused', async (_what, answer, sentence) => {
  expect(await said(answer)).toMatch(sentence);
});

test('a refusal of the site is told, and a site that is away is named', async () => {
  const busy = '{"error":"Try again in a minute."}';
  expect(await said((_, to) => to.writeHead(503).end(busy))).toBe('Try again in a minute.');
  const { facts } = siteAt('http://localhost:2');
  await expect(facts()).rejects.toThrow(/cannot be reached: .*ECONNREFUSED[^a-z]*$/i);
  const { origin } = stopLater(await bringToHttps(site));
  const cure = 'an authority of your own, name it with NODE_EXTRA_CA_CERTS=/path/to/authority.pem.';
  await expect(siteAt(origin).facts()).rejects.toThrow(cure);
});

const report = `import { writeFileSync } from 'node:fs';
writeFileSync('said.json', JSON.stringify(process.env));\nprocess.exit(3);`;

test('a section is developed in the packed shell, beside the live sections of a site', async () => {
  const ownPackage = await tinySection({ 'shell/main.mjs': 'packed', 'dist/api.mjs': report });
  const source = await tinySection({
    'src/page.tsx': `export default () => new Worker(new URL('./one.ts', import.meta.url));`,
    'src/one.ts': 'postMessage(1);',
    'posts/one.md': '---\ntitle: A\ndescription: B\ndraft: true\n---\nNot yet',
  });
  jest.resetModules();
  jest.spyOn(console, 'log').mockImplementation(() => {});
  jest.spyOn(process, 'cwd').mockReturnValue(source);
  jest.unstable_mockModule('../own-package.ts', () => ({ ownPackage, repository: undefined }));
  const server = await import('@rspack/dev-server');
  const start = jest.spyOn(server.RspackDevServer.prototype, 'start');
  const ended = Promise.withResolvers<unknown>();
  jest.spyOn(process, 'exit').mockImplementation((code) => ended.resolve(code) as never);
  const settings = { SMTP_URL: 'smtp://127.0.0.1', PUBLIC_URL: site, PORT: '5099' };
  Object.assign(process.env, settings, { PORTFOLIO_TOKEN: 'secret' });
  const command = new Command();
  (await import('../commands/dev.ts')).defineDev(command);
  await command.parseAsync(['--to', site], { from: 'user' });
  stopLater({ stop: () => (start.mock.contexts[0] as RspackDevServer).stop() });
  expect(await ended.promise).toBe(3);

  const env = JSON.parse(readFileSync(path.join(source, 'said.json'), 'utf8'));
  const { pig, shell } = JSON.parse(env[devServersVariable]);
  const page = { path: '/pig', order: 100, label: 'pig.title', icon: 'panel-top' };
  const { base } = pig;
  expect(pig).toEqual({ folder: source, base, entry: 'remoteEntry.mjs', page });
  const folder = path.join(ownPackage, 'shell');
  expect(shell).toEqual({ folder, base: `${base}shell/`, entry: 'main.mjs' });
  const { SMTP_URL, PUBLIC_URL, PORTFOLIO_TOKEN, PORT } = env;
  expect({ SMTP_URL, PUBLIC_URL, PORTFOLIO_TOKEN, PORT }).toEqual({ PORT: '5099' });
  const copied = await listReleases(await openTemporaryStore({ DATA_DIR: env.DATA_DIR }));
  expect(copied.map(({ name }) => name)).toEqual(['games', 'home', 'pig', 'shell']);

  const own = `http://127.0.0.1:${env.PORT}`;
  const overlay = encodeURIComponent('{"errors":true,"warnings":false,"runtimeErrors":true}');
  const client = `?protocol=ws%3A&hostname=127.0.0.1&port=${new URL(base).port}&pathname=%2Fws&logging=warn&overlay=${overlay}&reconnect=10&hot=true&live-reload=false`;
  for (const [file, status, origin, words, from = 'same-site'] of [
    ['page.mjs', 200, own, `new URL(/* worker import */"${own}/releases/pig/development/"`],
    ['page.mjs', 403, null, 'Only the site that is developed may ask for its', 'cross-site'],
    ['shell/main.mjs', 200, own, 'packed'],
    ['remoteEntry.mjs', 200, own, client],
    ['locales/en.yaml', 200, own, 'pig: { title: Pig }'],
    ['pages/pig/one.en.json', 200, own, 'Not yet'],
  ] as const) {
    const answer = await fetch(base + file, { headers: { 'Sec-Fetch-Site': from } });
    const allowed = answer.headers.get('access-control-allow-origin');
    const text = (await answer.text()).includes(words);
    expect([file, answer.status, allowed, text]).toEqual([file, status, origin, true]);
  }
  process.emit('exit', 0);
  expect(existsSync(env.DATA_DIR)).toBe(false);
});
