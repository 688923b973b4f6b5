import { beforeEach, expect, test } from '@jest/globals';
import { TextReleases } from './text-releases.ts';

let releases: TextReleases;
beforeEach(() => {
  releases = new TextReleases('contact@c1,home@h2,shell@s1', '');
});

test('a page whose releases are the live ones asks without a query', () => {
  expect(releases.areOurs('contact@c1,home@h2,shell@s1', '')).toBe(true);
  expect(releases.takeQuery()[0]).toBe('');
});

test('after a deploy a page asks again, and from then on, for its own releases', () => {
  expect(releases.areOurs('contact@c1,home@h3,shell@s1', '')).toBe(false);
  const [query] = releases.takeQuery();
  expect(query).toBe('?releases=contact@c1,home@h2,shell@s1');
  expect(releases.areOurs('contact@c1,home@h2,shell@s1', query)).toBe(true);
  expect(releases.takeQuery()[0]).toBe(query);
});

test('when the store has its releases no more, a page takes what there is', () => {
  releases.areOurs('contact@c1,home@h3,shell@s1', '');
  expect(releases.areOurs('contact@c1,home@h3,shell@s1', releases.takeQuery()[0])).toBe(true);
});

test('an answer that does not name its releases is taken as it is', () => {
  expect(releases.areOurs(null, '')).toBe(true);
});

test('an answer that was on its way when a section fell back is asked for again', () => {
  const [asked] = releases.takeQuery();
  releases.replace('home', 'h1', ['home@h2'], undefined);
  expect(releases.areOurs('contact@c1,home@h2,shell@s1', asked)).toBe(false);
  const [again] = releases.takeQuery();
  expect(again).toBe('?releases=contact@c1,home@h1,shell@s1&failed=home@h2');
  expect(releases.areOurs('contact@c1,home@h2,shell@s1', again)).toBe(true);
});

test('a section that fell back wants the texts of the release before, and says once what failed', () => {
  releases.replace('home', 'h1', ['home@h2'], undefined);
  expect(releases.takeQuery()[0]).toBe('?releases=contact@c1,home@h1,shell@s1&failed=home@h2');
  expect(releases.takeQuery()[0]).toBe('?releases=contact@c1,home@h1,shell@s1');
});

test('a section without any release that works is told of, too', () => {
  releases.replace('home', undefined, ['home@h2', 'home@h1'], undefined);
  expect(releases.takeQuery()[0]).toContain('&failed=home@h2,home@h1');
});

test('a preview asks for its release from the start', () => {
  releases = new TextReleases('contact@c1,home@h9,shell@s1', '?releases=home@h9');
  expect(releases.takeQuery()[0]).toBe('?releases=home@h9');
});
