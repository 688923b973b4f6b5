import { expect, test } from '@jest/globals';
import { hashMessage } from './message.ts';

const message = {
  firstName: 'Zoe',
  lastName: 'Miller',
  email: 'zoe@example.org',
  message: 'Hello\nthere',
  website: false,
};

test('white space, line ends, case of the address and the honeypot make no other message', () => {
  const again = {
    ...message,
    email: 'Zoe@Example.org',
    message: ' Hello\r\nthere\n',
    website: true,
  };
  expect(hashMessage(again)).toBe(hashMessage(message));
});

test.each(['firstName', 'lastName', 'email', 'message'] as const)(
  'another %s makes another message',
  (field) => {
    expect(hashMessage({ ...message, [field]: `x${message[field]}` })).not.toBe(
      hashMessage(message),
    );
  },
);

test('a word that moves from one field to the next makes another message', () => {
  const moved = { ...message, firstName: 'Zoe Miller', lastName: '' };
  expect(hashMessage(moved)).not.toBe(hashMessage(message));
});
