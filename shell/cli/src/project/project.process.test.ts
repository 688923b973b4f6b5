import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig } from '@portfolio/api/config.ts';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { temporaryFolder, temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { completeId, findDeployable, refuseTakenPort } from './project.ts';

test('a section is found by its name and by its folder', async () => {
  for (const name of ['home', 'remote-home'])
    expect(await findDeployable(name)).toMatchObject({ name: 'home' });
});

test('an unambiguous beginning of an id is enough', () => {
  const ids = ['3f38dcf13e17', '3f99dcf13e17', 'd776d17daf33'].map((id) => ({ id }));
  expect(completeId('d', ids)).toBe('d776d17daf33');
  expect(completeId('3f38dcf13e17', ids)).toBe('3f38dcf13e17');
  expect(completeId('ffff', ids)).toBe('ffff');
  expect(() => completeId('3f', ids)).toThrow(
    '"3f" begins several ids: 3f38dcf13e17, 3f99dcf13e17. Type more of it.',
  );
});

test.each([
  ['this site', { live: 'home@1' }, /^This site runs already at .*npx portfolio deploy --changed$/],
  ['another service', {}, /^Port \d+ is in use\. Choose another with PORT=…$/],
])('a port that %s uses is refused at once', async (_what, health, sentence) => {
  const server = createServer((_request, response) => response.end(JSON.stringify(health)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(refuseTakenPort(readConfig({ PORT: String(port) }))).rejects.toThrow(sentence);
  server.close();
});

test('the environment wins over settings in a file .env', async () => {
  const [folder, dataDir] = [temporaryFolder(), temporaryFolder()];
  const file = path.join(folder, '.env');
  await writeFile(file, `DATA_DIR=${dataDir}\nPORT=x\n`);
  const wrong = await runCommand({ ENV_FILE: file }, 'releases');
  expect(wrong).toMatchObject({ code: 2, says: expect.stringContaining('PORT: must be a number') });
  const right = await runCommand({ ENV_FILE: file, PORT: '5037' }, 'releases');
  expect(right.says).toContain(`Nothing has been released in ${dataDir}.`);
});

const isRoot = process.getuid?.() === 0;

(isRoot ? test : test.skip)('a user without access to the store is told who has it', async () => {
  const { dataDir } = await temporaryStore();
  // Others may enter this folder.
  const open = temporaryFolder();
  await cp(dataDir, open, { recursive: true });
  await chmod(open, 0o755);
  await chmod(path.join(open, 'site.sqlite'), 0o600);
  const portfolio = path.join(import.meta.dirname, '../portfolio.ts');
  const { stderr, status } = spawnSync(
    'setpriv',
    ['--reuid=65534', '--clear-groups', process.execPath, portfolio, 'releases'],
    { env: { PATH: process.env.PATH, DATA_DIR: open, ENV_FILE: 'none' }, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toBe(
    `This user (nobody) may not read and write ${path.join(open, 'site.sqlite')}. Run the command as the user of the site; on a server: sudo portfolio …\n`,
  );
});
