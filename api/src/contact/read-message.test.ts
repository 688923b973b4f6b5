import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message.ts';
import { hashMessage, longestBody, messageSchema } from './read-message.ts';

const right = { firstName: 'Zoe', lastName: 'Miller', email: 'zoe@example.org', message: 'Hello' };
const texts = ['firstName', 'lastName', 'email', 'message'] as const;

function faultOf(body: unknown) {
  return messageSchema.safeParse(body).error?.issues[0]?.path[0];
}

const controls = ['\u0000', '\u001b', '\u007f', '\u0085'];

test.each<[changes: object, read: object]>([
  [{}, {}],
  // The form allows it.
  [
    { firstName: '', lastName: '', message: '' },
    { firstName: '', lastName: '', message: '' },
  ],
  [JSON.parse('{"__proto__":{"isAdmin":true},"to":"eve@example.org","notice":"x"}'), {}],
  ...controls.flatMap((control) =>
    ['firstName', 'lastName', 'message'].map(
      (field) => [{ [field]: `a${control}b` }, { [field]: 'a b' }] as [object, object],
    ),
  ),
  [{ firstName: 'Zoe\r\nBcc: all@example.org' }, { firstName: 'Zoe  Bcc: all@example.org' }],
  [{ message: 'one\r\ntwo\tthree' }, { message: 'one\r\ntwo\tthree' }],
  // Half an emoji at the end of a text that was cut.
  [{ message: 'Hello \ud83d' }, { message: 'Hello \ufffd' }],
])('a message with %j is read with %j', (changes, read) => {
  expect(messageSchema.parse({ ...right, ...changes })).toEqual({ ...right, ...read });
});

test.each(texts)('%s has to be there, as a text', (field) => {
  for (const value of [undefined, null, 7, {}, ['x']])
    expect(faultOf({ ...right, [field]: value })).toBe(field);
});

test('an address has no control character', () => {
  for (const control of controls)
    expect(faultOf({ ...right, email: right.email + control })).toBe('email');
});

test.each([
  ['firstName', messageLimits.name],
  ['lastName', messageLimits.name],
  ['message', messageLimits.message],
])('%s may have %d characters and no more', (field, most) => {
  expect(faultOf({ ...right, [field]: 'x'.repeat(most) })).toBeUndefined();
  expect(faultOf({ ...right, [field]: 'x'.repeat(most + 1) })).toBe(field);
});

test('the longest message fits into the longest body, whatever its letters are', () => {
  const { name, email, message } = messageLimits;
  const lengths = { firstName: name, lastName: name, email, message };
  for (const letter of ['ん', '"', '\n']) {
    const longest = Object.entries(lengths).map(([field, most]) => [field, letter.repeat(most)]);
    const body = JSON.stringify(Object.fromEntries(longest));
    expect(Buffer.byteLength(body)).toBeLessThan(longestBody);
  }
});

test('another text in any field makes another message, and so does a word that moves', () => {
  const moved = { ...right, firstName: 'Zoe Miller', lastName: '' };
  const others = [...texts.map((field) => ({ ...right, [field]: `x${right[field]}` })), moved];
  expect(new Set([right, ...others].map(hashMessage)).size).toBe(6);
});
