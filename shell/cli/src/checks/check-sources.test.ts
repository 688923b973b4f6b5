import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { checkSources } from './check-sources.ts';

const folder = temporaryFolder();
await mkdir(path.join(folder, 'kit'));
const own = await readFile(path.join(import.meta.dirname, '../../../kit/owner.json'), 'utf8');

async function faultsOf(text: string): Promise<string[]> {
  await writeFile(path.join(folder, 'kit/owner.json'), text);
  return check(folder);
}

/** All but the last fault: there are no texts. */
const site = { set: undefined, connectOrigins: [] };
const check = (shell: string) =>
  checkSources(site, shell, { name: 'shell', requires: {} }).faults.slice(0, -1);

test.each([
  [{ name: ' ' }, /"name": Too small/],
  [{ email: 'me' }, /"email": Invalid email address/],
  [{ profiles: [{ label: 'a', url: 'a.example', icon: 'star' }] }, /"profiles.0.url": a whole/],
  [{ repository: 'code.example/me' }, /"repository": a whole address/],
  [{ timeZone: 'Leipzig' }, /"timeZone": a time zone, such as Europe\/Berlin/],
  [{ imprint: undefined }, /"imprint": Invalid input: expected string/],
])("%j of the owner's details is named, with what is expected", async (changed, fault) => {
  const faults = await faultsOf(JSON.stringify({ ...JSON.parse(own), ...changed }));
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

test('a byte order mark at the begin is ignored, a broken or missing file is named', async () => {
  expect(await faultsOf(`\ufeff${own}`)).toEqual([]);
  expect(await faultsOf('{ "name": "Ada",, }')).toEqual([
    expect.stringMatching(/^kit\/owner\.json cannot be read: .*JSON/),
  ]);
  expect(check(path.join(folder, 'kit'))).toEqual([expect.stringMatching(/ENOENT/)]);
});

const page = (markup: string, above = '') => ({
  'src/page.tsx': `${above}\nexport default () => <p>${markup}</p>;`,
});
const titled = (title: string) => ({ 'locales/de.yaml': `pig: { title: ${title} }` });
const noText = (what: string) =>
  `locales/de.yaml: "pig.title" is ${what} and no text: put it in quotes.`;
const noTag =
  'locales/pt-br.yaml is no name for texts: a language is named by its tag, such as en.yaml or pt-BR.yaml.';
const none = { 'locales/de.yaml': undefined, 'locales/en.yaml': undefined };
const asks = 'src/page.tsx asks for the text pig.lost, which locales/';
const lost = `${asks}de.yaml and locales/en.yaml lack.`;
const losable = `src/page.tsx uses "lazy" of React, and a part that is lost would take the section with it: use "lazyPart" of "@portfolio/kit", which shows something in its place.`;

test.each<[string, Record<string, string | undefined>, ...string[]]>([
  ['a number', titled('2026'), noText('the number 2026')],
  ['nothing', titled('~'), noText('nothing')],
  ['a list', titled('[a, b]'), noText('a list')],
  ['a tag in small letters', { 'locales/pt-br.yaml': 'pig: { title: Porco }' }, noTag],
  ['no texts at all', none, 'It has no folder locales/ with its texts.'],
  ['a lost text', page('<Text path="pig.lost" />'), lost],
  ['a lost text in a call', page("{text('pig.lost')}"), lost],
  ['a lost label', page("<Link label={'pig.lost'} />"), lost],
  ['one of two', page("<Text path={is ? 'pig.title' : 'pig.lost'} />"), lost],
  ['the other of two', page("{t(is === 'so' ? 'pig.lost' : 'pig.title')}"), lost],
  ['texts of others', { ...page('<Text path="hog.lost" />'), 'src/a.test.ts': "t('pig.lost')" }],
  ['a part of its texts', { ...page('<Text path="pig" />{t("pig.title")}'), 'src/a.css': '' }],
  [
    'a part in one language',
    { ...page('<Text path="pig.a" />'), ...titled('A, a: { b: B }') },
    'locales/en.yaml lacks the key "pig.a.b" that another language has.',
    'src/page.tsx asks for the text pig.a, which locales/en.yaml lacks.',
  ],
  ['lazy of React', page('', "import { lazy, use } from 'react';"), losable],
  ['lazy in React', page('{React.lazy(() => 1)}', "import { use } from 'react';"), losable],
])('the sources of a section with %s have this fault', async (_what, changed, ...expected) => {
  const source = await tinySection(changed);
  expect(checkSources(site, source, { name: 'pig', requires: {} }).faults).toEqual(expected);
});
