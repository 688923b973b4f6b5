import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { keepChoice, readChoice } from './settings.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
});

const themes = ['dark', 'light'] as const;

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

test('a browser without any storage is none either', () => {
  jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError');
  });
  expect(() => keepChoice('language', 'de')).not.toThrow();
  expect(readChoice('language', ['de'])).toBeUndefined();
});
