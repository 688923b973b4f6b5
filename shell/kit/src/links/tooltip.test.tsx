import { beforeAll, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { startWithTexts } from '../testing/index.ts';
import { Tooltip } from './tooltip.tsx';

beforeAll(async () => {
  // jsdom knows no popovers.
  HTMLElement.prototype.showPopover = () => {};
  await startWithTexts('hint: All the games');
});

function show(): HTMLElement {
  render(
    <Tooltip path="hint">
      <a href="/games">Games</a>
    </Tooltip>,
  );
  return screen.getByRole('link', { name: 'Games' });
}

test('the explained link keeps the focus and stays the same element', async () => {
  const link = show();
  act(() => link.focus());
  const tooltip = await screen.findByText('All the games');
  expect(link.getAttribute('aria-describedby')).toBe(tooltip.id);
  expect(document.activeElement).toBe(link);
  expect(screen.getByRole('link', { name: 'Games' })).toBe(link);
});

test('Escape takes it away and leaves the focus where it is', async () => {
  const link = show();
  act(() => link.focus());
  await screen.findByText('All the games');
  fireEvent.keyDown(link, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('All the games')).toBeNull());
  expect(document.activeElement).toBe(link);
});

test('a pointer on the link brings it, a click takes it away', async () => {
  const link = show();
  fireEvent.pointerEnter(link, { pointerType: 'mouse' });
  await screen.findByText('All the games');
  fireEvent.pointerDown(link);
  await waitFor(() => expect(screen.queryByText('All the games')).toBeNull());
});
