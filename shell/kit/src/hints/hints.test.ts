import { beforeEach, expect, test } from '@jest/globals';
import { dropHint, hintSeconds, showHint, useHints } from './hints.ts';

beforeEach(() => useHints.setState({ hints: [] }));

const loading = { kind: 'loading', path: 'hints.loading', seconds: 60 } as const;
const success = { kind: 'success', path: 'hints.mailSuccess', seconds: 5 } as const;
const shown = () => useHints.getState().hints.map((hint) => ('path' in hint ? hint.path : ''));

test('loading lasts a minute, an exception ten seconds, every other hint five', () => {
  expect(hintSeconds).toEqual({ loading: 60, success: 5, warning: 5, error: 5, exception: 10 });
});

test('hints stand in the order they came, also when they say the same', () => {
  const ids = [showHint(loading), showHint(success), showHint(loading)];
  expect(shown()).toEqual(['hints.loading', 'hints.mailSuccess', 'hints.loading']);
  expect(new Set(ids).size).toBe(3);
});

test('a hint replaces the one it was told to, and only that', () => {
  const other = showHint(success);
  const first = showHint(loading);
  const second = showHint({ kind: 'error', words: 'fetch failed', seconds: 10 }, first);
  expect(useHints.getState().hints).toEqual([
    { ...success, id: other },
    { kind: 'error', words: 'fetch failed', seconds: 10, id: second },
  ]);
});

test('what should be replaced may be gone already', () => {
  const first = showHint(loading);
  dropHint(first);
  showHint(success, first);
  expect(shown()).toEqual(['hints.mailSuccess']);
});

test('a hint is dropped once, and dropping it again changes nothing', () => {
  const first = showHint(loading);
  showHint(success);
  expect(dropHint(first)).toBe(true);
  expect(dropHint(first)).toBe(false);
  expect(shown()).toEqual(['hints.mailSuccess']);
});
