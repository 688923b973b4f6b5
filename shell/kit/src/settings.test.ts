import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { keepChoice, readChoice, setTheme, startTheme, themes, useSettings } from './settings.ts';

beforeEach(() => {
  localStorage.clear();
  system.matches = false;
});
afterEach(() => {
  jest.restoreAllMocks();
});

let systemChanges: () => void;
const system = {
  matches: false,
  addEventListener: (_event: 'change', listener: () => void) => {
    systemChanges = listener;
  },
};
// jsdom knows no media; the journeys follow a real browser's.
Object.assign(globalThis, { matchMedia: () => system });

test('a choice is kept under its key as it is', () => {
  keepChoice('theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(readChoice('theme', themes)).toBe('dark');
});

test.each(['Dark', 'blue', '', '"dark"', 'toString'])(
  'the stored value %j is not offered and counts as none',
  (value) => {
    localStorage.setItem('theme', value);
    expect(readChoice('theme', themes)).toBeUndefined();
  },
);

test('nothing was chosen yet', () => {
  expect(readChoice('theme', themes)).toBeUndefined();
});

test('a browser that refuses storage is no fault: there is no choice, and none is kept', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  expect(() => keepChoice('theme', 'dark')).not.toThrow();
  expect(readChoice('theme', themes)).toBeUndefined();
});

test('where storage is refused, a theme that is chosen lasts as long as the page', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
  });
  setTheme('dark');
  expect(shown()).toEqual(['dark', 'dark']);
});

test('a browser without any storage is none either', () => {
  jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError');
  });
  expect(() => keepChoice('language', 'de')).not.toThrow();
  expect(readChoice('language', ['de'])).toBeUndefined();
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
