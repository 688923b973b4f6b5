import { expect, test } from '@jest/globals';
import { serverFile, slotMark } from '@portfolio/contract/rendering.ts';
import { addPreview, addRelease } from '@portfolio/test-support/add-release.ts';
import {
  fragmentsOf,
  sectionFiles,
  serverFiles,
  shellFiles,
} from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();
const addShell = (files: Record<string, string>) =>
  addRelease(api.store, 'shell', { ...shellFiles, ...files });
const addGames = (fragments: string) =>
  addRelease(api.store, 'games', {
    ...sectionFiles('games', 'Games'),
    'fragments/games.json': fragments,
  });
const rootOf = (body: string) => /<div id="root".*?<\/main><\/div>/s.exec(body)?.[0];

test('the first document of a set has the frame around its page, with the addresses of the release', async () => {
  await addShell(serverFiles);
  const pageIn = (base: string) =>
    `<img src="/releases/${base}/resources/pig.svg"><a href="/home">Home</a>`;
  const { id } = await addGames(fragmentsOf(pageIn('this/000000000000')));
  const place = `<div id="slot"><div id="page-root" data-page="games@${id}" data-language="en">`;
  const frame = '<header data-path="/games"></header><main id="page">';
  const first = await fetch(`${api.url}/games`, { headers: { 'Accept-Encoding': 'br' } });
  expect(first.headers.get('Content-Encoding')).toBe('br');
  const root = `<div id="root" data-language="en">${frame}${place}${pageIn(`games/${id}`)}</div></div></main></div>`;
  expect(rootOf(await first.text())).toBe(root);
  // The links keep what the visitor asked for.
  const preview = await api.get(`/games?preview=games@${id}&language=en`);
  expect(rootOf(preview.body)).toContain(`href="/home?preview=games%40${id}&amp;language=en"`);
  // A page without a fragment has an empty place.
  expect(rootOf((await api.get('/nothing')).body)).toContain('<div id="page-root"></div>');
});

test('frames of sets that visitors name are rendered one at a time, with pauses', async () => {
  const previews = [];
  for (const name of ['ants', 'bees'])
    previews.push(await addPreview(api.store, name, sectionFiles(name, name)));
  const [ants, bees] = previews.map(({ name, id }) => `/${name}?preview=${name}@${id}`);
  expect((await api.get(String(ants))).body).toContain('<header data-path="/ants">');
  expect((await api.get(String(bees))).body).not.toContain('<header');
});

test('the app replaces a page that was rendered with another kit', async () => {
  await addGames(fragmentsOf('<h1>Old</h1>', { madeWith: 'ffffffffffff' }));
  expect(rootOf((await api.get('/games')).body)).toContain('<div id="page-root"><h1>Old</h1>');
});

test('rules that frame and page share stand there once, in the order of their groups', async () => {
  const rule = (group: number, name: string) =>
    `.${name}{color:red;}/*!sc*/\ndata-styled.g${group}[id="s${group}"]{content:"${name},"}/*!sc*/\n`;
  const css = JSON.stringify(rule(1, 'a') + rule(3, 'c'));
  const server = `
    exports.madeWith = '0123456789ab';
    exports.renderFrame = async () => ({ html: '${slotMark}', css: ${css}, stylesVersion: '6.6.0' });`;
  await addShell({ [serverFile]: server });
  await addGames(fragmentsOf('', { css: rule(1, 'a') + rule(2, 'b') }));
  const { body } = await api.get('/games');
  expect(body).toContain(`>${rule(1, 'a') + rule(2, 'b') + rule(3, 'c')}</style>`);
});

test('the code of a shell has no setting of the server, and reads no file of it', async () => {
  const server = `
    const { readFileSync } = require('node:fs');
    const read = (file) => { try { readFileSync(file); return 'read'; } catch ({ code }) { return code; } };
    exports.renderFrame = async () => ({
      html: JSON.stringify([process.env, read('/etc/passwd'), read(${JSON.stringify(api.dataDir)} + '/site.sqlite')]),
      css: '',
      stylesVersion: '6.6.0',
    });`;
  await addShell({ [serverFile]: server });
  const { body } = await api.get('/home');
  expect(body).toContain('[{},"ERR_ACCESS_DENIED","ERR_ACCESS_DENIED"]');
});

test('documents of a shell that cannot render its frame have no text, and work', async () => {
  const server = "exports.renderFrame = async () => { throw new Error('mud'); };";
  const { id: shell } = await addShell({ [serverFile]: server });
  const { status, body } = await api.get('/home');
  expect([status, body]).toEqual([200, expect.stringContaining('<div id="root"></div>')]);
  const reason = expect.stringMatching(/^Error: .*mud/s);
  const msg = 'The frame cannot be rendered';
  expect(api.said).toContainEqual({ level: 50, shell, reason, msg });
});
