import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { refuseTakenOptions } from './taken-options.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** Runs an npm command line. @returns its error */
function errorOf(line: string): string {
  const { PATH, HOME } = process.env;
  const options = { cwd: root, encoding: 'utf8' as const, env: { PATH, HOME } };
  const { stderr, status } = spawnSync('npm', line.split(' '), options);
  expect(status).toBe(2);
  return stderr;
}

test.each([
  ['run deploy home --preview', '--preview', 'deploy -- home --preview'],
  ['run test:journeys --headed', '--headed', 'test:journeys -- --headed'],
])('npm %s says what to type, and does nothing', (line, kept, right) => {
  expect(errorOf(line)).toContain(
    `npm kept ${kept} for itself, so nothing was done. Type: npm run ${right}`,
  );
});

const options = ['--days=', '--yes', '--json', '--to=', '--skip-browser', '-t='];

test.each([
  // npm 11 reads an unknown option as a switch; another version gives it the next word as its value.
  ['prune 30', { all: 'true', yes: 'true' }, 'prune --days 30'],
  ['prune', { yes: 'true' }, 'prune --yes'],
  ['', { token_description: 'https://a.example' }, '--to=https://a.example'],
  ['', { to: 'https://a.example', json: 'true' }, '--json --to=https://a.example'],
  ['home x', { skip_browser: 'true', t: 'true' }, 'home --skip-browser -t x'],
])('the refusal restores the command line of %j %j', (words, kept, line) => {
  const env = Object.fromEntries(
    Object.entries(kept).map(([key, it]) => [`npm_config_${key}`, it]),
  );
  const refuse = (given: string[]) =>
    refuseTakenOptions(options, given, { npm_lifecycle_event: 'releases', ...env });
  expect(() => refuse(words.split(' ').filter(Boolean))).toThrow(
    new RegExp(`Type: npm run releases -- ${line}$`),
  );
});

test('options behind -- are accepted, and settings of npm that are no options of the script', () => {
  const env = { npm_lifecycle_event: 'releases', npm_config_json: 'true', npm_config_audit: '' };
  expect(() => refuseTakenOptions(options, ['--json'], env)).not.toThrow();
  expect(() => refuseTakenOptions(['--yes'], [], env)).not.toThrow();
  expect(() => refuseTakenOptions(['--json'], [], { npm_config_json: 'true' })).not.toThrow();
  const byNpx = { npm_lifecycle_event: 'npx', npm_config_yes: 'true' };
  expect(() => refuseTakenOptions(['--yes'], [], byNpx)).not.toThrow();
});
