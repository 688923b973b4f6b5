import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { startWithTexts } from '../testing/index.ts';
import { dropHint, HintRegion, showHint, useHints } from './hint-toasts.tsx';

beforeAll(() => startWithTexts('notices: { close: Close }\nsaid: Done\nkept: It is kept'));
beforeEach(() => act(() => useHints.setState({ hints: [] })));

const seconds = 60;

function show(hint: Parameters<typeof showHint>[0]): HTMLElement {
  render(<HintRegion />);
  act(() => void showHint(hint));
  return screen.getByRole(hint.kind === 'error' ? 'alert' : 'status');
}

test('a hint shows its text, or words from elsewhere, which a sentence of the site may follow', () => {
  const hint = show({ kind: 'success', path: 'said', seconds });
  expect(hint.textContent).toBe('Done');
  expect(hint.matches('[aria-live=polite] > [data-kind=success]')).toBe(true);
  act(() => void showHint({ kind: 'error', words: 'fetch failed', followUp: 'kept', seconds }));
  expect(screen.getByRole('alert').textContent).toBe('fetch failedIt is kept');
});

test('a hint leaves after its seconds, which stop while it is pointed at or has the focus', () => {
  jest.useFakeTimers();
  let canHover = true;
  Object.assign(globalThis, { matchMedia: () => ({ matches: canHover }) });
  const hint = show({ kind: 'success', path: 'said', seconds: 5.5 });
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  wait(4000);
  const pointing = jest
    .spyOn(hint, 'matches')
    .mockImplementation((what) => what.includes(':hover'));
  wait(60_000);
  // A finger points at nothing after its tap.
  canHover = false;
  wait(1000);
  pointing.mockRestore();
  const close = screen.getByRole('button', { name: 'Close' });
  close.focus();
  wait(60_000);
  close.blur();
  wait(999);
  expect(useHints.getState().hints).toHaveLength(1);
  wait(1);
  expect(useHints.getState().hints).toEqual([]);
  jest.useRealTimers();
});

test('a hint replaces only the hint whose id was given, and leaves the others when it is dropped', () => {
  const loading = { kind: 'loading', path: 'hints.loading', seconds } as const;
  const other = showHint({ ...loading, kind: 'success' });
  const first = showHint(loading);
  const second = showHint({ kind: 'error', words: 'fetch failed', seconds: 10 }, first);
  const left = { ...loading, kind: 'success', id: other };
  expect(useHints.getState().hints).toEqual([
    left,
    { kind: 'error', words: 'fetch failed', seconds: 10, id: second },
  ]);
  dropHint(second);
  expect(useHints.getState().hints).toEqual([left]);
});
