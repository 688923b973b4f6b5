import { expect, test } from '@jest/globals';
import { restoreAddress } from './restore-address.ts';

test('the parameter of the watchdog is removed, and nothing else', () => {
  history.replaceState({ key: 'a' }, '', '/home?without=shell%40x&language=de#part');
  restoreAddress();
  expect(location.href).toBe('http://localhost/home?language=de#part');
  expect(history.state).toEqual({ key: 'a' });
  const before = history.length;
  history.replaceState(null, '', '/home?a=%20b');
  restoreAddress();
  expect(location.search).toBe('?a=%20b');
  expect(history.length).toBe(before);
});
