import { expect, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { addRelease, buildRelease } from '@portfolio/test-support/add-release.ts';
import { addSmallSite, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { examineFiles } from '../release/describe-folder.ts';
import { checkFitsLive } from './fits-live.ts';

const store = await temporaryStore();
await addSmallSite(store);

test.each([
  ['/api/x', 'the site answers what begins with /api'],
  ['//evil.example', 'a path is like /blog'],
  ['/"><b>', 'a path is like /blog'],
])('a page at %s is refused', async (path, reason) => {
  const page = { ...defaultPage('art'), path };
  const faults = await checkFitsLive(store, { name: 'art', requires: {}, page }, {});
  expect(faults).toContainEqual(expect.stringContaining(reason));
});

test.each([
  ['long', 'x'.repeat(61), 'is one line of at most 60 characters'],
  ['of two lines', 'a\u2028b', 'is one line of at most 60 characters'],
  ['one that turns the line', 'a\u202eb', 'is one line of at most 60 characters'],
])('a name in the navigation that is %s is refused', async (_what, title, fault) => {
  const texts = {
    en: { art: { document: { title } } },
    de: { art: { document: { title: 'Art' } } },
  };
  expect(await checkFitsLive(store, { name: 'art', requires: {} }, texts)).toEqual([
    expect.stringMatching(new RegExp(`^locales/en.yaml.* ${fault}`)),
  ]);
});

test.each(['constructor', '__proto__', 'react'])(
  'a section that requires a package that the shell lacks, such as %s, is refused',
  async (name) => {
    const requires = Object.fromEntries([[name, '*']]);
    expect(await checkFitsLive(store, { name: 'art', requires }, {})).toContainEqual(
      expect.stringContaining(`art requires ${name}, which the shell`),
    );
  },
);

test('a plural form is needed only in the languages that have it', async () => {
  const texts = {
    en: { art: { document: { title: 'Art' }, pigs: { one: 'a pig', few: '', other: 'pigs' } } },
    de: { art: { document: { title: 'Kunst' }, pigs: { other: 'Schweine' } } },
  };
  expect(await checkFitsLive(store, { name: 'art', requires: {} }, texts)).toEqual([
    'locales/de.yaml lacks the key "art.pigs.one" that another language has.',
  ]);
});

test('a section is refused that has the name of texts of the shell', async () => {
  expect(await checkFitsLive(store, { name: 'header', requires: {} }, {})).toContainEqual(
    '"header" is the name of texts of the shell: give the section another name.',
  );
});

test('a section is refused at a path that another section has', async () => {
  const page = { ...defaultPage('news'), path: '/art' };
  await addRelease(store, 'news', sectionFiles('news', 'News'), { page });
  const faults = await checkFitsLive(store, { name: 'art', requires: {} }, {});
  expect(faults).toContainEqual(expect.stringContaining('where news stands'));
});

test('an invalid document of a shell and unreadable texts are refused', async () => {
  const files = { ...shellFiles, 'document.html': '<p></p>', 'locales/en.yaml': 'a: b: c' };
  const { faults } = await examineFiles(await buildRelease('shell', files));
  expect(faults).toEqual([
    expect.stringMatching(/^locales\/en\.yaml cannot be read/),
    expect.stringContaining('no page can be made of it'),
  ]);
});
