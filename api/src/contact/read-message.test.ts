import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message.ts';
import { hashMessage, longestBody, messageSchema } from './read-message.ts';

const right = { firstName: 'Zoe', lastName: 'Miller', email: 'zoe@example.org', message: 'Hello' };

function faultOf(body: unknown) {
  return messageSchema.safeParse(body).error?.issues[0];
}

test('the four texts make a message', () => {
  expect(messageSchema.parse(right)).toEqual({ ...right, website: false });
});

test('names and text may be empty, as the form allows it', () => {
  expect(faultOf({ ...right, firstName: '', lastName: '', message: '' })).toBeUndefined();
});

test('other fields are dropped, also __proto__', () => {
  const body = JSON.parse('{"__proto__":{"isAdmin":true},"to":"eve@example.org","notice":"x"}');
  expect(messageSchema.parse({ ...body, ...right })).toEqual({ ...right, website: false });
});

test('a filled honeypot is only noted, and refuses no message', () => {
  expect(messageSchema.parse({ ...right, website: 'http://spam.example' }).website).toBe(true);
  expect(messageSchema.parse({ ...right, website: ['x'] }).website).toBe(true);
  expect(messageSchema.parse({ ...right, website: '' }).website).toBe(false);
});

test.each(['firstName', 'lastName', 'email', 'message'])(
  '%s has to be there, as a text',
  (field) => {
    for (const value of [undefined, null, 7, {}, ['x']]) {
      expect(faultOf({ ...right, [field]: value })?.path).toEqual([field]);
    }
  },
);

test.each([
  ['firstName', messageLimits.name],
  ['lastName', messageLimits.name],
  ['message', messageLimits.message],
])('%s may have %d characters and no more', (field, most) => {
  expect(faultOf({ ...right, [field]: 'x'.repeat(most) })).toBeUndefined();
  expect(faultOf({ ...right, [field]: 'x'.repeat(most + 1) })?.path).toEqual([field]);
});

test('the longest message fits into the longest body, whatever its letters are', () => {
  const [name, email, message] = [messageLimits.name, messageLimits.email, messageLimits.message];
  const written = (letter: string) => ({
    firstName: letter.repeat(name),
    lastName: letter.repeat(name),
    email: letter.repeat(email),
    message: letter.repeat(message),
    website: '',
  });
  for (const letter of ['ん', '"', '\n'])
    expect(Buffer.byteLength(JSON.stringify(written(letter)))).toBeLessThan(longestBody);
});

test('control characters are spaces, except tabs and line breaks in the text, and in no address', () => {
  for (const character of ['\u0000', '\u001b', '\u007f', '\u0085']) {
    for (const field of ['firstName', 'lastName', 'message'] as const)
      expect(messageSchema.parse({ ...right, [field]: `a${character}b` })[field]).toBe('a b');
    expect(faultOf({ ...right, email: right.email + character })?.path).toEqual(['email']);
  }
  const injected = messageSchema.parse({ ...right, firstName: 'Zoe\r\nBcc: all@example.org' });
  expect(injected.firstName).toBe('Zoe  Bcc: all@example.org');
  const message = 'one\r\ntwo\tthree';
  expect(messageSchema.parse({ ...right, message }).message).toBe(message);
});

test('half an emoji at the end of a text that was cut is no reason to refuse it', () => {
  expect(messageSchema.parse({ ...right, message: 'Hello \ud83d' }).message).toBe('Hello \ufffd');
});

const written = { ...right, website: false };

test.each(['firstName', 'lastName', 'email', 'message'] as const)(
  'another %s makes another message',
  (field) => {
    expect(hashMessage({ ...written, [field]: `x${written[field]}` })).not.toBe(
      hashMessage(written),
    );
  },
);

test('a word that moves from one field to the next makes another message', () => {
  const moved = { ...written, firstName: 'Zoe Miller', lastName: '' };
  expect(hashMessage(moved)).not.toBe(hashMessage(written));
});
