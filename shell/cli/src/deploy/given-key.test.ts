import { expect, test } from '@jest/globals';
import { askCommandIn } from '@portfolio/test-support/ask-command.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';

const reportAtExit = `data:text/javascript,
process.on('exit', () => console.log('the key is', process.env.PORTFOLIO_KEY ?? 'not there'))`;

test('what a command runs does not find the key in its environment', async () => {
  const folder = await tinySection();
  const environment = { PORTFOLIO_KEY: 'secret', NODE_OPTIONS: `--import "${reportAtExit}"` };
  const { code, says } = await askCommandIn(folder, environment, 'build');
  expect(code).toBe(0);
  expect(says).toContain('the key is not there');
});
