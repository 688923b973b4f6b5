import { expect, test } from '@jest/globals';
import { addRelease, buildRelease, declaredPage } from '@portfolio/test-support/add-release.ts';
import { addSmallSite, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { examineFiles } from '../release/files.ts';
import type { ReleaseRef } from '../release/release.ts';
import type { LoadedRelease } from '../store/release-cache.ts';
import { readLiveSet } from './follow-live-releases.ts';
import {
  assembleSet,
  type Contract,
  checkFitsLive,
  type LiveSet,
  withoutShell,
  withReleases,
} from './live-set.ts';

function release(name: string, id: string, more: Partial<LoadedRelease> = {}): LoadedRelease {
  const texts = { en: { [name]: { title: `${name} ${id}` } } };
  return { name, id, requires: {}, texts, page: declaredPage(name), ...more } as LoadedRelease;
}
const assemble = (live: Record<string, LoadedRelease[]>) =>
  assembleSet(Object.entries(live).map(([name, releases]) => ({ name, releases, faults: [] })));

const shells = [
  release('shell', 's2', { provides: { react: '20.0.0' } }),
  release('shell', 's1', { provides: { react: '19.3.0' } }),
];
const homes = [
  release('home', 'h2', { requires: { react: '^20.0.0' } }),
  release('home', 'h1', { requires: { react: '^19.0.0' } }),
];
const blog = release('blog', 'b1');
const set = assemble({ shell: shells, home: homes, blog: [blog] }) as LiveSet;
const stored = [...shells, ...homes, blog, release('blog', 'b2'), release('shell', 's3')];
const find = async ({ name, id }: ReleaseRef) =>
  stored.find((each) => each.name === name && each.id === id);
const idsIn = ({ sections }: LiveSet, name: string) => sections[name]?.map(({ id }) => id);

test('a set is named by what is live; without a shell there is none', () => {
  expect(set.key).toBe('blog@b1,home@h2,shell@s2');
  expect(set.texts.get('en')).toMatchObject({ home: { title: 'home h2' } });
  expect(assemble({ home: homes })).toBeUndefined();
});

test('a named release stands in the place of the live one, with its texts and without a fallback', async () => {
  const pinned = await withReleases({ find }, set, [{ name: 'blog', id: 'b2' }]);
  expect([idsIn(pinned, 'blog'), pinned.shellBefore?.id]).toEqual([['b2'], 's1']);
  expect(pinned).toMatchObject({ key: 'blog@b2,home@h2,shell@s2', isPinned: true });
  expect(pinned.texts.get('en')).toMatchObject({ blog: { title: 'blog b2' } });
  const back = await withReleases({ find }, set, [{ name: 'home', id: 'h1' }]);
  expect(idsIn(back, 'home')).toEqual(['h1']);
  // An open page keeps what was retired meanwhile.
  const rest = assemble({ shell: shells, home: homes }) as LiveSet;
  const kept = await withReleases({ find }, rest, [{ name: 'blog', id: 'b1' }]);
  expect(kept.key).toBe(set.key);
  const frame = await withReleases({ find }, set, [{ name: 'shell', id: 's3' }]);
  expect([frame.shell.id, frame.shellBefore]).toEqual(['s3', undefined]);
});

test('a visitor whom the shell failed gets the one before, and sections that fit it', () => {
  const rest = withoutShell(set, 's2');
  expect([rest.shell.id, rest.shellBefore]).toEqual(['s1', undefined]);
  expect([idsIn(rest, 'home'), idsIn(rest, 'blog')]).toEqual([['h1'], ['b1']]);
  // Where none fits, the live one is tried.
  const newest = { ...set, sections: { home: homes.slice(0, 1) } };
  expect(idsIn(withoutShell(newest, 's2'), 'home')).toEqual(['h2']);
});

test('without a shell to fall back to, everything stays', () => {
  expect(withoutShell(set, 's1')).toEqual({ ...set, shellBefore: undefined });
  expect(withoutShell(set, 'none')).toBe(set);
  const last = { ...set, shellBefore: undefined };
  expect(withoutShell(last, 's2')).toBe(last);
});

test('of two pages at one path the first in the navigation is shown', () => {
  const below = { title: { en: 'A' }, description: { en: 'About it' } };
  const pages = ['/blog/a', '/blog/b'].map((path) => ({ path, ...below }));
  const art = release('art', 'a1', { page: declaredPage('art', '/blog/a') });
  const both = assemble({ shell: shells, blog: [release('blog', 'b2', { pages })], art: [art] });
  expect(both?.pages.map(({ section }) => section)).toEqual(['art', 'blog']);
  const found = both?.byPath ?? new Map();
  expect([...found.keys()].sort()).toEqual(['/blog', '/blog/a', '/blog/b']);
  expect(found.get('/blog/a')?.section).toBe('art');
  expect(found.get('/blog/b')).toMatchObject({ section: 'blog', title: { en: 'A' } });
});

const store = await temporaryStore();
await addSmallSite(store);
await addRelease(store, 'shell', shellFiles, { provides: { react: '19.2.0' } });
await addRelease(store, 'news', sectionFiles('news', 'News'), {
  page: declaredPage('art', '/pigs/news'),
});
const words = { title: { en: 'One', de: 'Eins' }, description: { en: 'It', de: 'Es' } };
const french = { ...sectionFiles('pig', 'Pig'), 'locales/fr.yaml': 'pig: { title: Cochon }' };
await addRelease(store, 'pig', french, { pages: [{ path: '/pig/one', ...words }] });

const site = { ...store, set: await readLiveSet(store), connectOrigins: ['https://a.example'] };
const faultsOf = (says: Partial<Contract>, texts = {}) =>
  checkFitsLive(site, { name: 'art', requires: {}, page: declaredPage('art'), ...says }, texts);

/** Also one that is a property of every object. */
const requires = (name: string, range = '*') => ({ requires: Object.fromEntries([[name, range]]) });
const stands = (path: string, other: string) =>
  `It has a page at ${path}, where ${other} stands. Choose another path, or ask the owner to take ${other} out (npx portfolio releases retire ${other}).`;

const newer =
  'art requires react ^20.0.0, but the shell provides 19.2.0. Change the range in its peerDependencies, or deploy a shell that provides it.';
const named = '"header" is the name of texts of the shell: give the section another name.';
const called =
  '"origins" in its package.json names https://api.example.com, which pages of this site may not call. The owner adds it to the setting CONNECT_ORIGINS.';

test.each<[Partial<Contract>, string]>([
  [{ page: declaredPage('art', '/pigs/news') }, stands('/pigs/news', 'news')],
  [{ page: declaredPage('art', '/home/pigs') }, stands('/home/pigs', 'home')],
  [{ pages: [{ path: '/pigs/news', ...words }] }, stands('/pigs/news', 'news')],
  ...['home.title', 'art', 'header.linksx', '__proto__.x', ''].map(
    (label): [Partial<Contract>, string] => [
      { page: { ...declaredPage('art'), label } },
      `"page.label" is "${label}": the name in the navigation is a text of the section's own, such as art.navigation.`,
    ],
  ),
  [requires('react', '^20.0.0'), newer],
  ...['constructor', '__proto__'].map((name): [Partial<Contract>, string] => [
    requires(name),
    `art requires ${name}, which the shell does not provide. Reach it through the kit, or bundle it as a dependency.`,
  ]),
  [{ name: 'header', page: declaredPage('header') }, named],
  [{ origins: ['https://a.example', 'https://api.example.com'] }, called],
])('a section with %j is refused', async (says, sentence) => {
  const texts = { [says.name ?? 'art']: { document: { title: 'Art' } } };
  expect(faultsOf(says, { en: texts, de: texts })).toEqual([sentence]);
  const lacks = `locales/de.yaml is missing, a language that the shell (${site.set?.shell.id}) offers.`;
  expect(faultsOf(says, { en: texts })).toContain(lacks);
});

test.each([
  ['long', 'x'.repeat(61)],
  ['of two lines', 'a\u2028b'],
  ['one that turns the line', 'a\u202eb'],
])('a name in the navigation that is %s is refused', async (_what, title) => {
  const texts = { en: { art: { document: { title } } }, de: { art: { document: {} } } };
  expect(faultsOf({}, texts).slice(1)).toEqual([
    'locales/en.yaml: "art.document.title", its name in the navigation, is one line of at most 60 characters.',
    'locales/de.yaml lacks the key "art.document.title", its name in the navigation ("page.label" in its package.json).',
  ]);
});

test.each(['/homes', '/constructor'])('a page at %s takes the place of no section', (path) => {
  const texts = { art: { document: { title: 'x'.repeat(60) } } };
  expect(faultsOf({ page: declaredPage('art', path) }, { en: texts, de: texts })).toEqual([]);
});

test('a plural form is needed only in the languages that have it', async () => {
  const texts = {
    en: { art: { document: { title: 'Art' }, pigs: { one: 'a pig', few: '', other: 'pigs' } } },
    de: { art: { document: { title: 'Kunst' }, pigs: { other: 'Schweine' } } },
  };
  const fault = 'locales/de.yaml lacks the key "art.pigs.one" that another language has.';
  expect(faultsOf({}, texts)).toEqual([fault]);
});

test('a shell fits the live sections, but for those that are deployed after it', async () => {
  const own = await temporaryStore();
  await addRelease(own, 'shell', shellFiles, { provides: { react: '19.2.0' } });
  for (const name of ['art', 'pig', 'sow'])
    await addRelease(own, name, sectionFiles(name, name), requires('react', '^19.0.0'));
  await addRelease(own, 'sow', sectionFiles('sow', 'With an old fallback'));
  const set = await readLiveSet(own);
  const shell = { name: 'shell', requires: {}, provides: { react: '20.0.0' } };
  const faults = checkFitsLive({ ...own, set, replaced: ['pig'] }, shell, { de: {}, en: {} });
  expect(faults).toEqual([expect.stringMatching(/^art requires react \^19.0.0, but the shell/)]);
});

test('a shell with a new language is refused with a line for each section that lacks it', () => {
  const shell = { name: 'shell', requires: {} };
  expect(checkFitsLive(site, shell, { de: {}, en: {}, fr: {}, it: {} }).slice(1)).toEqual(
    ['home', 'news', 'pig'].map(
      (name) =>
        `${name}, which is live, has no texts or no titles of all its pages in fr and it, which this shell offers. Add them, and deploy ${name} first.`,
    ),
  );
});

test('a shell whose document lacks marks, and unreadable texts, are refused', async () => {
  const own = { 'document.html': '<p>{{entry}}</p>', 'locales/en.yaml': 'a: b: c' };
  const release = await buildRelease('shell', { ...shellFiles, ...own });
  expect((await examineFiles(release)).faults).toEqual([
    expect.stringMatching(/^locales\/en\.yaml cannot be read/),
    'document.html lacks {{importMap}}, {{releases}}, {{shellBefore}}: no page can be made of it.',
  ]);
});
