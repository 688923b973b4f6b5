import { expect, test } from '@jest/globals';
import { sendable } from './sendable.ts';

const draft = {
  firstName: 'Zoe',
  lastName: 'Miller',
  email: 'zoe@example.org',
  message: 'Hi\n\tyou',
  website: '',
};

test('the four texts go as they were typed', () => {
  const { website: _, ...texts } = draft;
  expect(sendable(draft)).toEqual(texts);
});

test('the honeypot goes along only when it is filled', () => {
  expect(sendable({ ...draft, website: 'spam.example' })).toHaveProperty('website', 'spam.example');
});

test('unseen control characters of a pasted text become spaces', () => {
  const pasted = { ...draft, firstName: 'Zoe\tMaria\u0085', message: 'one\u000btwo\u000c\nthree' };
  expect(sendable(pasted)).toMatchObject({
    firstName: 'Zoe Maria ',
    message: 'one two \nthree',
  });
});
