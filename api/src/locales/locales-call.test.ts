import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { dump, load } from 'js-yaml';

const api = await startSmallApi();

test('one answer has the texts of the shell and of every live section', async () => {
  const { status, headers, body } = await api.get('/api/locales/de');
  expect([status, headers['content-type']]).toEqual([200, 'application/yaml; charset=utf-8']);
  expect(headers.releases).toMatch(/^games@\w+,home@\w+,shell@\w+$/);
  expect(load(body)).toMatchObject({
    site: { title: 'Schweine', description: 'Über Schweine' },
    home: { document: { title: 'Home de' } },
    games: { document: { title: 'Games de' } },
  });
});

const faulty = ['e', '1', 'en.yaml', '..%2fen', 'en%00', '%F0%9F%90%B7', 'x'.repeat(999), 'e%20n'];
const noTexts = /^There are no texts in .*: de, en\.$/;
test.each([
  ...['fr', 'de-AT', 'EN', 'pig'].map((code) => [code, 404, noTexts] as const),
  ...faulty.map((code) => [code, 400, /^A language is named by its code/] as const),
])('%s is no language of the site: %i', async (code, expected, sentence) => {
  const { status, body } = await api.get(`/api/locales/${code}`);
  expect([status, JSON.parse(body).error]).toEqual([expected, expect.stringMatching(sentence)]);
});

test("a section's new texts are served at once, and cannot replace the shell's", async () => {
  await addRelease(api.store, 'home', {
    'remoteEntry.0.mjs': '',
    'locales/en.yaml': 'home: { title: Ahoy }\nheader: { menu: Stolen }',
    'locales/de.yaml': 'home: { title: Ahoi }',
  });
  await api.get('/home');
  const { body } = await api.get('/api/locales/en');
  expect(load(body)).toMatchObject({ home: { title: 'Ahoy' }, header: { menu: 'Menu' } });
});

test('a set that is not live has its own texts, and names its releases', async () => {
  const before = api.releases.games?.id;
  await addRelease(api.store, 'games', sectionFiles('games', 'Second'));
  const { headers, body } = await api.get(`/api/locales/en?releases=games@${before}`);
  expect(headers.releases).toContain(`games@${before}`);
  expect(load(body)).toMatchObject({ games: { document: { title: 'Games en' } } });
});

test('YAML and JSON parsers read the same texts from the answer', async () => {
  const home = {
    a: 'Text: with "marks"',
    b: 'two\nlines\n',
    d: { copied: 'a\n\nb' },
    c: 'a bell \u0007, a line \u2028, \u0085, \u009f',
  };
  await addRelease(api.store, 'home', { 'c.mjs': '', 'locales/en.yaml': dump({ home }) });
  const { body } = await api.get('/api/locales/en');
  expect(load(body)).toMatchObject({ home });
  expect(body).toContain('\\u0085, \\u009f');
  // The app uses the browser's JSON parser.
  expect(JSON.parse(body)).toEqual(load(body));
});
