import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Checkout, checkOut } from './checkout.ts';
import { shellBlockWith } from './the-readme.ts';

test.describe.configure({ timeout: 120_000 });

let team: Checkout;
let there: string;
test.beforeAll(async () => {
  team = await checkOut();
  there = await mkdtemp(path.join(os.tmpdir(), 'portfolio-owner-'));
  await cp(String(process.env.RELEASED_DATA_DIR), there, { recursive: true });
});
test.afterAll(async () => {
  await team.remove();
  await rm(there, { recursive: true, force: true });
});

test('a team ships a release to another machine as the README says, its pointer last', async () => {
  test.skip(spawnSync('rsync', ['--version']).status !== 0, 'rsync is not installed');
  await team.change('remote-contact/locales/en.yaml', '  title: ', '  title: New ');
  const pointer = path.join(there, 'releases/contact/live.json');
  const before = JSON.parse(await readFile(pointer, 'utf8'));

  // The owner's machine is a folder here; the deploy goes into the team's own ./data.
  const shipping = shellBlockWith('rsync').replaceAll(
    'owner@www.example.com:/var/lib/portfolio',
    there,
  );
  const { stdout, stderr, status } = spawnSync('sh', ['-ec', shipping], {
    cwd: team.folder,
    env: { ...process.env, FORCE_COLOR: '0', DATA_DIR: '' },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const id = /^contact@([0-9a-f]{12}) is live\.$/m.exec(stdout)?.[1];
  expect(JSON.parse(await readFile(pointer, 'utf8'))).toEqual([id, ...before]);
  const texts = path.join(there, `releases/contact/${id}/locales/en.yaml`);
  expect(await readFile(texts, 'utf8')).toContain('  title: New ');
});
