import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { InSite, startWithTexts } from '@portfolio/kit/testing';
import { render, screen } from '@testing-library/react';
import Page from './page.tsx';

test('the page begins with its heading', async () => {
  await startWithTexts(await readFile(new URL('../locales/en.yaml', import.meta.url), 'utf8'));
  render(<Page />, { wrapper: InSite });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('{{heading}}');
});
