import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { Command } from 'commander';
import { exitCodeOf, formatAge, toTable } from './terminal.ts';

test('a table is as wide as its longest cells, plain without a terminal, and without control characters', () => {
  const names = ['home', 'Ada\u202e\u001b[2J\u009b'];
  const table = 'name       is\nhome       live\nAda\ufffd\ufffd[2J\ufffd  live';
  expect(toTable(names.map((name) => ({ name, is: 'live' })))).toBe(table);
});

test.each([
  [59_999, '< 1 min'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [90_000_000, '1 d'],
])('what was %i ms ago is %s old', (ms, age) => {
  jest.useFakeTimers({ now: ms });
  expect(formatAge(new Date(0))).toBe(age);
  jest.useRealTimers();
});

test.each([
  ['ENOSPC', 1, 'The disk of this machine is full: make room on it, and try again. (a\n�)'],
  ['EACCES', 1, 'The system refuses it: a\n�. Is DATA_DIR a folder, and may this user write it?'],
  ['EMUD', 70, 'Error: a\n\u009b'],
])('after %s the exit code is %i, and what to do is said', (code, exitCode, sentence) => {
  const says = jest.spyOn(console, 'error').mockImplementation(() => {});
  expect(exitCodeOf(Object.assign(new Error('a\n\u009b'), { code }))).toBe(exitCode);
  expect(stripVTControlCharacters(String(says.mock.lastCall))).toBe(sentence);
});

const portfolio = path.join(import.meta.dirname, '../portfolio.ts');

test('each command, argument and option has words that say what it is', async () => {
  const { status, stdout } = spawnSync(process.execPath, [portfolio, '--help']);
  const ends = 'Exit codes: 0 done, 1 refused or not there, 2 wrong use, 70 a defect.\n';
  expect([status, String(stdout).split('\n\n').at(-1)]).toEqual([0, ends]);
  const helps = [String(stdout)];
  for (const name of ['deploy', 'dev', 'messages', 'new', 'releases', 'token']) {
    const module: Record<string, (it: Command) => void> = await import(`../commands/${name}.ts`);
    for (const define of Object.values(module)) {
      const command = new Command();
      define(command);
      helps.push(...[command, ...command.commands].map((each) => each.helpInformation()));
    }
  }
  expect(helps.join('').match(/^ {2}\S.* {2}\S+$/gm)).toBeNull();
});

test('a closed pipe ends the help without an error', () => {
  const piped = ['-c', '"$0" "$1" --help | true', process.execPath, portfolio];
  expect(String(spawnSync('sh', piped).stderr)).toBe('');
});
