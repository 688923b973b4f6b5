import { beforeAll, expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { startWithTexts } from '../testing/index.ts';
import { Tooltip } from './tooltip.tsx';

beforeAll(async () => {
  // jsdom knows no popovers.
  HTMLElement.prototype.showPopover = () => {};
  await startWithTexts('hint: All the games');
});

test('a pointer on the link brings it, a click takes it away', async () => {
  render(
    <Tooltip path="hint">
      <a href="/games">Games</a>
    </Tooltip>,
  );
  const link = screen.getByRole('link', { name: 'Games' });
  fireEvent.pointerEnter(link, { pointerType: 'mouse' });
  await screen.findByText('All the games');
  fireEvent.pointerDown(link);
  await waitFor(() => expect(screen.queryByText('All the games')).toBeNull());
});
