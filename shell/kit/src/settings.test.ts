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
// jsdom has no media queries; the journeys use a real browser's.
Object.assign(globalThis, { matchMedia: () => system });

test('a choice is stored under its key as it is', () => {
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

test('an empty storage has no choice', () => {
  expect(readChoice('theme', themes)).toBeUndefined();
});

test('a browser that refuses storage causes no error: there is no choice, and none is stored', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  expect(() => keepChoice('theme', 'dark')).not.toThrow();
  expect(readChoice('theme', themes)).toBeUndefined();
});

test('without storage, a chosen theme lasts as long as the page', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
  });
  setTheme('dark');
  expect(shown()).toEqual(['dark', 'dark']);
});

test('a browser without any storage causes no error', () => {
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

test('a stored choice takes precedence over the system, unless it is invalid', () => {
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
