import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { startWithTexts } from '../testing/index.ts';
// What the region loads late is there already: a busy machine may take longer than a test waits.
import './hint-list.tsx';
import { HintRegion } from './hint-region.tsx';
import { showHint, useHints } from './hints.ts';

beforeAll(() =>
  startWithTexts(
    'notices: { hint: Hint, hints: Hints, close: Close, retry: Again }\nsaid: Done\nkept: It is kept',
  ),
);
beforeEach(() => act(() => useHints.setState({ hints: [] })));

const seconds = 60;

async function show(hint: Parameters<typeof showHint>[0]): Promise<HTMLElement> {
  render(<HintRegion />);
  act(() => void showHint(hint));
  return await screen.findByRole('listitem');
}

test('a page without hints has no region for them', () => {
  expect(render(<HintRegion />).container.innerHTML).toBe('');
});

test('a hint says its text, or words that come from elsewhere', async () => {
  const hint = await show({ kind: 'success', path: 'said', seconds });
  expect(hint.textContent).toBe('Done');
  expect(hint.dataset.kind).toBe('success');
  act(() => void showHint({ kind: 'error', words: 'fetch failed', seconds }));
  expect(screen.getByText('fetch failed')).toBeTruthy();
});

test('a sentence of the site may follow words that come from elsewhere', async () => {
  const hint = await show({ kind: 'error', words: 'Bad Request', followUp: 'kept', seconds });
  expect(hint.textContent).toBe('Bad RequestIt is kept');
});

test('a hint is announced', async () => {
  await show({ kind: 'warning', path: 'said', seconds });
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Hint Done/));
});

test('a visitor can close it', async () => {
  await show({ kind: 'error', path: 'said', seconds });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(useHints.getState().hints).toEqual([]);
});

test('a button in it does what it says', async () => {
  const run = jest.fn();
  await show({ kind: 'error', path: 'said', seconds, action: { path: 'notices.retry', run } });
  fireEvent.click(screen.getByRole('button', { name: 'Again' }));
  expect(run).toHaveBeenCalledTimes(1);
});

test('it goes by itself when its time is over, and not before', async () => {
  await show({ kind: 'success', path: 'said', seconds: 60 });
  jest.useFakeTimers();
  const short = { kind: 'error', words: 'short', seconds: 5 } as const;
  act(() => void showHint(short, useHints.getState().hints[0]?.id));
  act(() => jest.advanceTimersByTime(4900));
  expect(useHints.getState().hints).toHaveLength(1);
  act(() => jest.advanceTimersByTime(200));
  expect(useHints.getState().hints).toHaveLength(0);
  jest.useRealTimers();
});
