import { beforeEach, expect, test } from '@jest/globals';
import { changeDraft, clearDraft, readDraft } from './draft.ts';

const typed = {
  firstName: 'Zoe',
  lastName: 'Miller',
  email: 'zoe@example.org',
  message: 'Hi',
  website: '',
};

beforeEach(() => changeDraft(typed));

test('a change keeps what stands in the other fields', () => {
  changeDraft({ message: 'Hello' });
  expect(readDraft()).toEqual({ ...typed, message: 'Hello' });
});

test('what was sent is cleared', () => {
  clearDraft(readDraft());
  expect(Object.values(readDraft()).join('')).toBe('');
});

test('what was typed while it was on its way stays', () => {
  const sent = readDraft();
  changeDraft({ message: 'Hi, one more thing' });
  clearDraft(sent);
  expect(readDraft().message).toBe('Hi, one more thing');
});
