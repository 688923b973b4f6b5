import { expect, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { addRelease, buildRelease } from '@portfolio/test-support/add-release.ts';
import { addSmallSite, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { examineFiles } from '../release/files.ts';
import { readLiveSet } from './follow-live-releases.ts';
import { type Contract, checkFitsLive } from './live-set.ts';

const store = await temporaryStore();
await addSmallSite(store);
await addRelease(store, 'shell', shellFiles, { provides: { react: '19.2.0' } });
const pageAt = (path: string) => ({ ...defaultPage('art'), path });
await addRelease(store, 'news', sectionFiles('news', 'News'), { page: pageAt('/pigs/news') });
const words = { title: { en: 'One', de: 'Eins' }, description: { en: 'It', de: 'Es' } };
const french = { ...sectionFiles('pig', 'Pig'), 'locales/fr.yaml': 'pig: { title: Cochon }' };
await addRelease(store, 'pig', french, { pages: [{ path: '/pig/one', ...words }] });

const site = { ...store, set: await readLiveSet(store) };
const faultsOf = (says: Partial<Contract>, texts = {}) =>
  checkFitsLive(site, { name: 'art', requires: {}, ...says }, texts);

/** Also one that is a property of every object. */
const requires = (name: string, range = '*') => ({ requires: Object.fromEntries([[name, range]]) });

test.each<[string, Partial<Contract>, string]>([
  ['stands where the site answers', { page: pageAt('/api/x') }, 'what begins with /api'],
  ['stands where another stands', { page: pageAt('/pigs/news') }, 'where news stands'],
  ['stands below another', { page: pageAt('/home/pigs') }, 'where home stands'],
  [
    'has a page where another stands',
    { page: pageAt('/pigs'), pages: [{ path: '/pigs/news', ...words }] },
    'It has a page at /pigs/news, where news stands',
  ],
  ['requires a newer React', requires('react', '^20.0.0'), 'provides 19.2.0'],
  ['requires a constructor', requires('constructor'), 'art requires constructor, which the shell'],
  ['requires a prototype', requires('__proto__'), 'art requires __proto__, which the shell'],
  ['has the name of texts of the shell', { name: 'header' }, 'give the section another name'],
  [
    'calls what CONNECT_ORIGINS does not name',
    { origins: ['https://api.example.com'] },
    'names https://api.example.com, which pages of this site may not call',
  ],
])('a section that %s is refused', async (_what, says, sentence) => {
  expect(faultsOf(says)).toContainEqual(expect.stringContaining(sentence));
});

test.each([
  ['long', 'x'.repeat(61)],
  ['of two lines', 'a\u2028b'],
  ['one that turns the line', 'a\u202eb'],
])('a name in the navigation that is %s is refused', async (_what, title) => {
  const texts = {
    en: { art: { document: { title } } },
    de: { art: { document: { title: 'Art' } } },
  };
  expect(faultsOf({}, texts)).toEqual([
    expect.stringMatching(/^locales\/en\.yaml.* is one line of at most 60 characters/),
  ]);
});

test.each(['/homes', '/constructor'])('a page at %s takes the place of no section', (path) => {
  const texts = { art: { document: { title: 'Art' } } };
  expect(faultsOf({ page: pageAt(path) }, { en: texts, de: texts })).toEqual([]);
});

test('a plural form is needed only in the languages that have it', async () => {
  const texts = {
    en: { art: { document: { title: 'Art' }, pigs: { one: 'a pig', few: '', other: 'pigs' } } },
    de: { art: { document: { title: 'Kunst' }, pigs: { other: 'Schweine' } } },
  };
  expect(faultsOf({}, texts)).toEqual([
    'locales/de.yaml lacks the key "art.pigs.one" that another language has.',
  ]);
});

test('a shell fits the live sections, but for those that are deployed after it', async () => {
  const own = await temporaryStore();
  await addRelease(own, 'shell', shellFiles, { provides: { react: '19.2.0' } });
  for (const name of ['art', 'pig'])
    await addRelease(own, name, sectionFiles(name, name), requires('react', '^19.0.0'));
  const set = await readLiveSet(own);
  const shell = { name: 'shell', requires: {}, provides: { react: '20.0.0' } };
  const faults = checkFitsLive({ ...own, set, replaced: ['pig'] }, shell, { de: {}, en: {} });
  expect(faults).toEqual([expect.stringMatching(/^art requires react \^19.0.0, but the shell/)]);
});

test('a shell with a new language is refused with a line for each section that lacks it', () => {
  const shell = { name: 'shell', requires: {} };
  expect(checkFitsLive(site, shell, { de: {}, en: {}, fr: {} }).slice(1)).toEqual([
    ...['home', 'news', 'pig'].map(
      (name) =>
        `${name}, which is live, has no texts or no titles of all its pages in fr, which this shell offers. Add them, and deploy ${name} first.`,
    ),
  ]);
});

test('an invalid document of a shell and unreadable texts are refused', async () => {
  const files = { ...shellFiles, 'document.html': '<p></p>', 'locales/en.yaml': 'a: b: c' };
  const { faults } = await examineFiles(await buildRelease('shell', files));
  expect(faults).toEqual([
    expect.stringMatching(/^locales\/en\.yaml cannot be read/),
    expect.stringContaining('no page can be made of it'),
  ]);
});
