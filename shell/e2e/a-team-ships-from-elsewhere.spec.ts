import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from './fixtures/fixtures.ts';
import { copyReleased } from './fixtures/release-once.ts';
import { shellBlockWith } from './fixtures/the-readme.ts';

test('a team ships a release to another machine as the README says, its pointer last', async ({
  team,
}) => {
  test.skip(spawnSync('rsync', ['--version']).status !== 0, 'rsync is not installed');
  await team.change('remote-contact/locales/en.yaml', '  title: ', '  title: New ');
  const there = await mkdtemp(path.join(os.tmpdir(), 'portfolio-owner-'));
  await copyReleased(there);
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
  await rm(there, { recursive: true });
});
