import { expect, test } from '@jest/globals';
import { visitorGroup } from './guards.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::/56'],
  ['[2001:db8::1]:50123', '2001:db8::/56'],
  ['[2001:db8::1]', '2001:db8::/56'],
  ['unknown', 'unknown'],
  ['pig:80', 'unknown'],
  [undefined, 'unknown'],
])('a visitor behind a proxy that writes %j belongs to %s', (ip, group) => {
  expect(visitorGroup({ ip })).toBe(group);
});
