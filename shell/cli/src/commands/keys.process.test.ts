import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';

const folder = temporaryFolder();

const ask = (...words: string[]) => runCommand({ DATA_DIR: folder }, ...words);

test('a key is made, added, listed and removed, and the log has these changes', async () => {
  const before = process.cwd();
  process.chdir(folder);
  const made = await ask('keygen', 'contact');
  process.chdir(before);
  const id = /\((\w{16})\)/.exec(made.says)?.[1] ?? '';
  expect(made.says).toContain('npx portfolio keys add contact contact.pub');
  expect((await stat(path.join(folder, 'contact.key'))).mode & 0o777).toBe(0o600);

  const file = path.join(folder, 'contact.pub');
  const options = ['--preview-only', '--until', '2027-01-31'];
  const added = await ask('keys', 'add', 'contact,blog', file, ...options);
  expect(added.says).toBe(
    `The key ${id} publishes previews of contact and blog until 2027-01-31.\n`,
  );
  expect((await ask('keys')).says).toMatch(
    new RegExp(`${id} +contact, blog +previews +2027-01-31`),
  );
  expect(JSON.parse((await ask('keys', '--json')).says)).toMatchObject([
    { id, sections: ['contact', 'blog'], isPreviewOnly: true, until: '2027-01-31' },
  ]);
  const changed = await ask('keys', 'add', 'blog', file);
  expect(changed.says).toBe(`The key ${id} publishes blog.\nIt does not open contact any more.\n`);
  for (const day of ['tomorrow', '2026-11-01'])
    expect((await ask('keys', 'add', 'blog', file, '--until', day)).code).toBe(2);
  expect((await ask('keys', 'remove', id.slice(0, 8))).says).toBe(
    `The key ${id} opens nothing any more.\n`,
  );
  const refused = await ask('keys', 'add', 'contact', path.join(folder, 'contact.key'));
  expect(refused.says).toContain('This is the private half of a key.');
  const none = await ask('keys', 'add', 'contact', folder);
  expect(none).toEqual({ code: 1, says: expect.stringContaining('cannot be read (EISDIR)') });
  const log = await ask('releases', 'log');
  expect(log.says).toMatch(/add key[\s\S]*remove key/);
});
