import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig } from '@portfolio/api/config.ts';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { findDeployable, refuseTakenPort } from './project.ts';

test('a section is found by its name and by its folder', async () => {
  for (const name of ['home', 'remote-home'])
    expect(await findDeployable(name)).toMatchObject({ name: 'home' });
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
