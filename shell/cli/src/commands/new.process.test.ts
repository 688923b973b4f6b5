import { expect, test } from '@jest/globals';
import { Command } from 'commander';
import { WrongUseError } from '../terminal/terminal.ts';
import { defineNew } from './new.ts';

function create(...words: string[]): Promise<unknown> {
  const command = new Command('new');
  defineNew(command);
  return command.parseAsync(words, { from: 'user' });
}

test.each([
  ['My Blog', 'in small letters, digits and dashes. For example: portfolio new blog'],
  ['shell', 'it is the frame of all sections. For example: portfolio new blog'],
  ['api', 'the site answers what begins with /api'],
])('a section cannot be called %s, and why says what is possible', async (name, sentence) => {
  const refused = await create(name).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(WrongUseError);
  expect((refused as Error).message).toContain(sentence);
});

test('a section that is there is not written over', async () => {
  await expect(create('home')).rejects.toThrow('There is a folder remote-home already.');
});
