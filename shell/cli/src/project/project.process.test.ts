import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';

test('the environment wins over settings in a file .env', async () => {
  const [folder, dataDir] = [temporaryFolder(), temporaryFolder()];
  const file = path.join(folder, '.env');
  await writeFile(file, `DATA_DIR=${dataDir}\nPORT=x\n`);
  const wrong = await runCommand({ ENV_FILE: file }, 'releases');
  expect(wrong).toMatchObject({ code: 2, says: expect.stringContaining('PORT: must be a number') });
  const right = await runCommand({ ENV_FILE: file, PORT: '5037' }, 'releases');
  expect(right.says).toContain(`Nothing has been released in ${dataDir}.`);
});
