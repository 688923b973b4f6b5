import { hash as hashOf } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { runHere } from '@portfolio/test-support/run-here.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';

const folder = temporaryFolder();

const ask = (...words: string[]) => runHere({ DATA_DIR: folder }, ['token', ...words]);

test('a token is made, added by its hash, listed and removed, and the log has these changes', async () => {
  const make = () => runCommand({ DATA_DIR: folder }, ['token', 'contact'], folder);
  const made = await make();
  const file = path.join(folder, 'contact.token');
  const secret = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(secret).toMatch(/^[0-9A-Za-z+/]{43}=$/);
  const hash = hashOf('sha256', secret);
  const keep = `contact.token is for you alone: keep it out of git; a CI has it in PORTFOLIO_TOKEN.\n`;
  expect(made.says).toBe(`${keep}The owner adds it: npx portfolio token add contact ${hash}\n`);
  const older = `contact.token cannot be written here (EEXIST). An older one is the only one of its kind: move it away first.\n`;
  expect(await make()).toEqual({ code: 1, says: older });
  expect((await ask('list')).says).toContain('No token has been added, so nothing can be');

  const id = hash.slice(0, 12);
  const options = ['--preview-only', '--until', '2999-01-31'];
  const said = `The token ${id} publishes previews of contact and blog until 2999-01-31.\n`;
  expect((await ask('add', 'contact,blog', hash, ...options)).says).toBe(said);
  const table = `^id +opens +for +until +added\n${id} +contact, blog +previews +2999-01-31 +< 1 min\n$`;
  expect((await ask('list')).says).toMatch(new RegExp(table));
  expect((await ask('add', 'blog', hash)).says).toBe(`The token ${id} publishes blog.\n`);
  expect((await ask('list')).says).toMatch(new RegExp(`${id} +blog +all `));
  for (const [sentence, ...words] of [
    ['This is no SHA-256 of a token, which has 64 digits (0-9, a-f).', 'blog', secret],
    ['frame of all sections. For example: npx portfolio token add blog', 'shell', hash],
    ['"tomorrow" is no day. For example: --until', 'blog', hash, '--until', 'tomorrow'],
    ['2026-11-01 is over: the token would open', 'blog', hash, '--until', '2026-11-01'],
  ] as const) {
    const said = await ask('add', ...words);
    expect(said).toEqual({ code: 2, says: expect.stringContaining(sentence) });
  }
  expect((await ask('remove', id)).says).toBe(`The token ${id} opens nothing any more.\n`);
  const none = `There is no token "${id}". \`npx portfolio token list\` lists the ones there are.\n`;
  expect(await ask('remove', id)).toEqual({ code: 1, says: none });
  const log = await runHere({ DATA_DIR: folder }, ['releases', 'log']);
  const at = '\\d{4}-\\S+:\\d\\dZ +owner +';
  const lines = `^when +key +what +from +to\n${at}add token ${id} contact,blog\n${at}add token ${id} blog\n${at}remove token ${id}\n$`;
  expect(log.says).toMatch(new RegExp(lines));
});
