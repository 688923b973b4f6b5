import { expect, test } from '@jest/globals';
import { siteFacts, useSettings } from '@portfolio/kit';
import { startWithTexts } from '@portfolio/kit/testing';
import { act, render, screen } from '@testing-library/react';
import { LanguageSwitch } from './switches.tsx';

test('a render keeps what a visitor just chose; a choice that fails goes back', async () => {
  await startWithTexts('header: {}');
  Object.assign(siteFacts(), { languages: ['en', 'de'] });
  const { rerender } = render(<LanguageSwitch />);
  const select = screen.getByRole<HTMLSelectElement>('combobox');
  select.value = 'de';
  rerender(<LanguageSwitch />);
  expect(select.value).toBe('de');
  for (const language of ['de', 'en']) act(() => useSettings.setState({ language }));
  expect(select.value).toBe('en');
});
