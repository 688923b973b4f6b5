import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render } from '@testing-library/react';
import { startWithTexts } from '../testing/index.ts';
import { CopyButton, dropHint, HintRegion, showHint, useHints } from './hint-toasts.tsx';

beforeAll(() => startWithTexts('notices: { close: Close }\nsaid: Done\nkept: It is kept'));
beforeEach(() => act(() => useHints.setState({ hints: [] })));

function show(hint: Parameters<typeof showHint>[0]): HTMLElement {
  render(<HintRegion />);
  act(() => void showHint(hint));
  return document.querySelector('[data-kind]') as HTMLElement;
}

test.each([
  ['loading', 'status', 'loader-circle', 'accent'],
  ['success', 'status', 'circle-check', 'success'],
  ['warning', 'alert', 'triangle-alert', 'warning'],
  ['error', 'alert', 'circle-x', 'error'],
  ['info', 'status', 'info', 'accent'],
] as const)('a hint of %s is announced as %s, with the mark %s', (kind, role, icon, color) => {
  const said = kind === 'error' ? { words: 'Done' } : { path: 'said' };
  const hint = show({ kind, ...said, followUp: 'kept', seconds: 60 });
  expect(hint.matches('[aria-live=polite][data-screen] > *')).toBe(true);
  expect([hint.dataset.kind, hint.role, hint.textContent]).toEqual([kind, role, 'DoneIt is kept']);
  const drawn = getComputedStyle(hint.querySelector(`span:has(.lucide-${icon})`) as Element);
  expect(drawn.color).toBe(`var(--${color})`);
  expect(drawn.animation.includes('infinite')).toBe(kind === 'loading');
});

test('a hint leaves after its seconds, which stop while it is pointed at or has the focus', () => {
  jest.useFakeTimers();
  let canHover = true;
  const matchMedia = (of: string) => ({ matches: canHover && of === '(hover: hover)' });
  Object.assign(globalThis, { matchMedia });
  const hint = show({ kind: 'success', path: 'said', seconds: 6 });
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  wait(4000);
  const pointing = jest.spyOn(hint, 'matches');
  pointing.mockImplementation((what) => what.includes(':hover'));
  wait(60_000);
  // A finger points at nothing after its tap.
  canHover = false;
  wait(1000);
  pointing.mockRestore();
  const close = hint.querySelector('[type=button][aria-label=Close]') as HTMLElement;
  close.focus();
  wait(60_000);
  close.blur();
  wait(999);
  expect(useHints.getState().hints).toHaveLength(1);
  wait(1);
  expect([useHints.getState().hints, jest.getTimerCount()]).toEqual([[], 0]);
});

test('a hint replaces only the hint whose id was given, and leaves the others when it is dropped', () => {
  const loading = { kind: 'loading', path: 'hints.loading', seconds: 60 } as const;
  const other = showHint({ ...loading, kind: 'success' });
  const failed = { kind: 'error', words: 'fetch failed', seconds: 60 } as const;
  const second = showHint(failed, showHint(loading));
  const left = { ...loading, kind: 'success', id: other };
  expect(useHints.getState().hints).toEqual([left, { ...failed, id: second }]);
  dropHint(second);
  expect(useHints.getState().hints).toEqual([left]);
});

test('a tooltip opens 300 ms after the mouse comes, unless that is pressed, and closes after 120 ms', () => {
  jest.useFakeTimers();
  Object.assign(HTMLElement.prototype, { togglePopover() {} });
  const { firstElementChild: place } = render(<CopyButton value="a" label="said" />).container;
  const seen = 'Enter 299, Move 1, Leave 119, Move 1, Enter 1, Down 300'.split(', ').map((step) => {
    const [event, ms] = step.split(' ');
    fireEvent[`pointer${event}` as 'pointerMove'](place as Element);
    act(() => jest.advanceTimersByTime(Number(ms)));
    return document.querySelector('[role=tooltip]')?.textContent;
  });
  expect(seen).toEqual([undefined, 'Done', 'Done', undefined, undefined, undefined]);
});
