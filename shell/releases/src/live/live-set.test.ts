import { expect, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '../release/release.ts';
import type { LoadedRelease } from '../store/release-cache.ts';
import { assembleSet, type LiveSet, withoutShell, withReleases } from './live-set.ts';

function release(name: string, id: string, more: Partial<LoadedRelease> = {}): LoadedRelease {
  const texts = { en: { [name]: { title: `${name} ${id}` } } };
  return { name, id, requires: {}, texts, ...more } as LoadedRelease;
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
  const art = release('art', 'a1', { page: { ...defaultPage('art'), path: '/blog/a', order: 99 } });
  const both = assemble({ shell: shells, art: [art], blog: [release('blog', 'b2', { pages })] });
  const found = both?.byPath ?? new Map();
  expect([...found.keys()].sort()).toEqual(['/blog', '/blog/a', '/blog/b']);
  expect(found.get('/blog/a')?.section).toBe('art');
  expect(found.get('/blog/b')).toMatchObject({ section: 'blog', title: { en: 'A' } });
});
