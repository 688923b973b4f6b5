import { beforeEach, expect, test } from '@jest/globals';
import { useSettings } from './settings.ts';
import { setTheme, startTheme } from './theme.ts';

let systemChanges: () => void;
const system = {
  matches: false,
  addEventListener: (_event: 'change', listener: () => void) => {
    systemChanges = listener;
  },
};
// jsdom knows no media; the journeys follow a real browser's.
Object.assign(globalThis, { matchMedia: () => system });

beforeEach(() => {
  localStorage.clear();
  system.matches = false;
});

function shown() {
  return [document.documentElement.dataset.theme, useSettings.getState().theme];
}

test.each([
  [false, 'light'],
  [true, 'dark'],
])('without a choice the theme is the system’s (dark: %s)', (isDark, theme) => {
  system.matches = isDark;
  startTheme();
  expect(shown()).toEqual([theme, theme]);
  expect(localStorage).toHaveLength(0);
});

test('a stored choice beats the system, an odd one does not', () => {
  localStorage.setItem('theme', 'dark');
  startTheme();
  expect(shown()).toEqual(['dark', 'dark']);
  localStorage.setItem('theme', 'sepia');
  startTheme();
  expect(shown()).toEqual(['light', 'light']);
});

test('a choice is stored under `theme` and shown at once', () => {
  startTheme();
  setTheme('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(shown()).toEqual(['dark', 'dark']);
});

test('the theme follows a system that changes, until the visitor chose', () => {
  startTheme();
  system.matches = true;
  systemChanges();
  expect(shown()).toEqual(['dark', 'dark']);
  setTheme('light');
  systemChanges();
  expect(shown()).toEqual(['light', 'light']);
});
