import { beforeAll, expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { startWithTexts } from '../testing/index.ts';
import { Tooltip } from './tooltip.tsx';

beforeAll(async () => {
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = () => {};
  await startWithTexts('hint: All the games');
});

test('hovering a link shows its tooltip, a click hides it', async () => {
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
