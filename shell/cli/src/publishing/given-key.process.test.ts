import { expect, test } from '@jest/globals';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';

const reportAtExit = `data:text/javascript,
process.on('exit', () => console.log('the key is', process.env.PORTFOLIO_KEY ?? 'not there'))`;

test('the key is not in the environment that a command passes on', async () => {
  const { says } = await runCommand(
    {
      PORTFOLIO_KEY: 'secret',
      NODE_OPTIONS: `--import "${reportAtExit}"`,
      DATA_DIR: temporaryFolder(),
    },
    'releases',
  );
  expect(says).toContain('the key is not there');
});
