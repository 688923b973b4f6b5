import { beforeEach, expect, test } from '@jest/globals';
import {
  areTextsOurs,
  replaceTextRelease,
  startTextReleases,
  takeTextsQuery,
} from './text-releases.ts';

beforeEach(() => startTextReleases('contact@c1,home@h2,shell@s1', ''));

test('a page whose releases are the live ones asks without a query', () => {
  expect(areTextsOurs('contact@c1,home@h2,shell@s1', '')).toBe(true);
  expect(takeTextsQuery()).toBe('');
});

test('after a deploy a page asks again, and from then on, for its own releases', () => {
  expect(areTextsOurs('contact@c1,home@h3,shell@s1', '')).toBe(false);
  const query = takeTextsQuery();
  expect(query).toBe('?releases=contact@c1,home@h2,shell@s1');
  expect(areTextsOurs('contact@c1,home@h2,shell@s1', query)).toBe(true);
  expect(takeTextsQuery()).toBe(query);
});

test('when the store has its releases no more, a page takes what there is', () => {
  areTextsOurs('contact@c1,home@h3,shell@s1', '');
  expect(areTextsOurs('contact@c1,home@h3,shell@s1', takeTextsQuery())).toBe(true);
});

test('an answer that does not name its releases is taken as it is', () => {
  expect(areTextsOurs(null, '')).toBe(true);
});

test('an answer that was on its way when a section fell back is asked for again', () => {
  const asked = takeTextsQuery();
  replaceTextRelease('home', 'h1', ['home@h2']);
  expect(areTextsOurs('contact@c1,home@h2,shell@s1', asked)).toBe(false);
  const again = takeTextsQuery();
  expect(again).toBe('?releases=contact@c1,home@h1,shell@s1&failed=home@h2');
  expect(areTextsOurs('contact@c1,home@h2,shell@s1', again)).toBe(true);
});

test('a section that fell back wants the texts of the release before, and says once what failed', () => {
  replaceTextRelease('home', 'h1', ['home@h2']);
  expect(takeTextsQuery()).toBe('?releases=contact@c1,home@h1,shell@s1&failed=home@h2');
  expect(takeTextsQuery()).toBe('?releases=contact@c1,home@h1,shell@s1');
});

test('a section without any release that works is told of, too', () => {
  replaceTextRelease('home', undefined, ['home@h2', 'home@h1']);
  expect(takeTextsQuery()).toContain('&failed=home@h2,home@h1');
});

test('a preview asks for its release from the start', () => {
  startTextReleases('contact@c1,home@h9,shell@s1', '?releases=home@h9');
  expect(takeTextsQuery()).toBe('?releases=home@h9');
});
