import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { refuseTakenOptions } from './taken-options.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** Runs npm with these words. @returns its error */
function errorOf(line: string): string {
  const { PATH, HOME } = process.env;
  const options = { cwd: root, encoding: 'utf8' as const, env: { PATH, HOME } };
  const { stderr, status } = spawnSync('npm', line.split(' '), options);
  expect(status).toBe(2);
  return stderr;
}

test('npm run deploy home --preview says what to type, and does nothing', () => {
  expect(errorOf('run deploy home --preview')).toContain(
    'npm kept --preview for itself, so nothing was done. Put -- before the options, as in: npm run deploy -- home --preview',
  );
});

const options = ['--days', '--yes', '--json', '--to', '--skip-browser'];

test.each([
  [{ all: 'true', yes: 'true' }, '--days'],
  [{ yes: 'true' }, '--yes'],
  [{ token_description: 'https://a.example' }, '--to'],
  [{ to: 'https://a.example', json: 'true' }, '--json --to'],
  [{ skip_browser: 'true' }, '--skip-browser'],
])('the refusal names the kept option of %j', (kept, named) => {
  const env = Object.fromEntries(
    Object.entries(kept).map(([key, it]) => [`npm_config_${key}`, it]),
  );
  const refuse = () =>
    refuseTakenOptions(options, ['prune'], { npm_lifecycle_event: 'releases', ...env });
  expect(refuse).toThrow(new RegExp(`^npm kept ${named} for itself`));
});

test('options behind -- are accepted, and settings of npm that are no options of the script', () => {
  const env = { npm_lifecycle_event: 'releases', npm_config_json: 'true', npm_config_audit: '' };
  expect(() => refuseTakenOptions(options, ['--json'], env)).not.toThrow();
  expect(() => refuseTakenOptions(['--yes'], [], env)).not.toThrow();
  expect(() => refuseTakenOptions(['--json'], [], { npm_config_json: 'true' })).not.toThrow();
  const byNpx = { npm_lifecycle_event: 'npx', npm_config_yes: 'true' };
  expect(() => refuseTakenOptions(['--yes'], [], byNpx)).not.toThrow();
});
