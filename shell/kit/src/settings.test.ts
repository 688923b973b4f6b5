import { expect, test } from '@jest/globals';
import { setTheme, startTheme, useSettings } from './settings.ts';

Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
const { dataset } = document.documentElement;

test('the settings follow the theme of the document', async () => {
  dataset.theme = 'dark';
  startTheme();
  expect(useSettings.getState().theme).toBe('dark');
  dataset.theme = 'light';
  await Promise.resolve();
  expect(useSettings.getState().theme).toBe('light');
});

test('a chosen theme is kept and shown by the document', () => {
  const kept: string[] = [];
  const keep = (...choice: string[]) => kept.push(choice.join('='));
  Object.assign(globalThis, { visitor: { keep, showTheme: () => kept.push('shown') } });
  setTheme('dark');
  expect(kept).toEqual(['theme=dark', 'shown']);
  expect(useSettings.getState().theme).toBe('dark');
});
