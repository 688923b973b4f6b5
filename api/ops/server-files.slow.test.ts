import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { readConfig } from '../src/config.ts';

const here = import.meta.dirname;
// Units and scripts do not quote the place of the site.
const site = path.join(temporaryFolder(), 'site');
symlinkSync(path.join(here, '../..'), site);
const units = ['portfolio@.service', 'portfolio-backup.service', 'portfolio-backup.timer'];
const read = (file: string) => readFileSync(path.join(here, file), 'utf8');

testWith('systemd')('systemd has no objection to the units', () => {
  const folder = temporaryFolder();
  for (const unit of units)
    writeFileSync(path.join(folder, unit), read(unit).replaceAll('/srv/portfolio', site));
  const words = ['verify', ...units.map((unit) => path.join(folder, unit))];
  const { status, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  // Other units of the machine may have faults of their own.
  expect(stderr.split('\n').filter((line) => line.includes('portfolio'))).toEqual([]);
  expect(status).toBe(0);
});

test('the example environment means the same to systemd and to a shell, and is right', () => {
  const set = read('environment.example').matchAll(/^#?([A-Z_]+)='?([^'\n]*)'?$/gm);
  const asSystemd = Object.fromEntries(set.map(([, name = '', value = '']) => [name, value]));
  const names = Object.keys(asSystemd);
  const optional = names.filter((name) => read('environment.example').includes(`\n#${name}=`));
  expect(optional).toEqual(['DATABASE_URL', 'HOST']);

  const shell = `set -a; . "$0"; ${names.map((name) => `echo "$${name}"`).join('; ')}`;
  const { stdout } = spawnSync('sh', ['-c', shell, path.join(here, 'environment.example')], {
    encoding: 'utf8',
    env: {},
  });
  const expected = names.map((name) => (optional.includes(name) ? '' : asSystemd[name]));
  expect(stdout.split('\n').slice(0, -1)).toEqual(expected);

  const TRUST_PROXY = Number(asSystemd.TRUST_PROXY);
  expect(readConfig(asSystemd)).toMatchObject({ ...asSystemd, TRUST_PROXY });
});

testWith('root')('the command of a server knows its settings', () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text, { mode: 0o755 });
    return path.join(folder, name);
  };
  const settings = write('portfolio.env', `DATA_DIR=${folder}\n`);
  // The user of the site is root here.
  const script = read('portfolio')
    .replaceAll('/srv/portfolio', site)
    .replaceAll('/etc/portfolio.env', settings)
    .replace('-u portfolio', '-u root');
  const run = (text: string) =>
    spawnSync(write('portfolio', text), ['rollback', 'home'], {
      env: { PATH: process.env.PATH, ENV_FILE: 'none' },
      encoding: 'utf8',
    });
  const { stderr, status } = run(script);
  expect(stderr).toMatch(`Nothing has been released in ${folder}. Begin with: npm start`);
  expect(status).toBe(1);

  // Modules are looked for in the home: others must not be able to write there.
  const home = run(script.replace(/\S+node shell\S+ .*/, 'printenv HOME')).stdout.trim();
  expect([home, existsSync(home)]).toEqual([expect.stringMatching(/^\/./), false]);
});
