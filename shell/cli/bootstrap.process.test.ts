import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/store-settings.ts';

test('while packages are installed a line every five seconds shows that it goes on', async () => {
  const root = temporaryFolder();
  await mkdir(path.join(root, 'shell/cli'), { recursive: true });
  await cp(
    path.join(import.meta.dirname, 'bootstrap.mjs'),
    path.join(root, 'shell/cli/bootstrap.mjs'),
  );
  await writeFile(path.join(root, 'package-lock.json'), '{}');
  // In the place of npm: takes its time, and brings the pinned Node.js.
  const install = `#!/bin/sh\nsleep 6\nmkdir -p ${root}/node_modules/.bin\nln -s ${process.execPath} ${root}/node_modules/.bin/node\n`;
  await writeFile(path.join(root, 'npm'), install, { mode: 0o755 });
  const { stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'shell/cli/bootstrap.mjs'), 'run', '--version'],
    { env: { PATH: `${root}:${process.env.PATH}` }, encoding: 'utf8' },
  );
  expect(stdout).toBe(
    `Installing the packages …\n… still installing after 5 s\n${process.version}\n`,
  );
});
