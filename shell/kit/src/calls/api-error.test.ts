import { expect, test } from '@jest/globals';
import { messageFor } from './api-client.ts';

test.each([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
])('the catalogue says for %i: %s', (status, message) => {
  expect(messageFor(status, 'the status text', 'the body')).toBe(message);
});

test.each([402, 405, 408, 409, 413, 418, 429, 501, 504])(
  '%i is not in the catalogue, so everything there is to know is said',
  (status) => {
    expect(messageFor(status, 'Odd', { why: ['a', 1] })).toBe(
      `Generic Error: status: ${status}; status text: Odd; body: {"why":["a",1]}`,
    );
  },
);

test('a body that is text, or none at all, is written as JSON too', () => {
  expect(messageFor(418, '', 'say "tea"')).toContain('body: "say \\"tea\\""');
  expect(messageFor(418, '', undefined)).toContain('body: undefined');
});

test('what a call declares beats the catalogue and leaves the rest of it alone', () => {
  const declared = { 404: 'There is no such language', 429: 'Too much' };
  expect(messageFor(404, '', '', declared)).toBe('There is no such language');
  expect(messageFor(429, '', '', declared)).toBe('Too much');
  expect(messageFor(400, '', '', declared)).toBe('Bad Request');
});
