import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { claimMail, giveMailBack, noteFault, readThrown } from './faults.ts';
import type { Store } from './store.ts';

test('only one process claims the mail about a release that failed three visitor groups', async () => {
  const store = await temporaryStore();
  const home = { name: 'home', id: '0123456789ab' };
  for (const _group of [1, 2]) await noteFault(store, home);
  expect(await claimMail(store, home)).toBeUndefined();
  await noteFault(store, home);
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimMail(store, home)));
  expect(claims.filter((failed) => failed !== undefined)).toEqual([3]);
  await giveMailBack(store, home);
  expect(await claimMail(store, home)).toBe(3);
});

const script = 'remoteEntry.11aa22bb.mjs';
const id = '0123456789ab';
/** A map whose first column is line 7 of a source. */
const map = (source = 'src/page.tsx') =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAMA' });

async function linesOf(
  content: string | undefined,
  ...places: string[]
): Promise<readonly string[]> {
  const row = { id, visitors: 1, lastAt: 0, error: 'Error', places: places.join(' ') };
  const files: Record<string, string | undefined> = { [`home@${id}/${script}.map`]: content };
  const open = async (ref: { name: string; id: string }) => ({
    async read(file: string) {
      const text = files[`${ref.name}@${ref.id}/${file}`];
      return text === undefined ? undefined : Buffer.from(text);
    },
  });
  const store = { database: { run: async () => [row] }, releases: { open } };
  const [located] = await readThrown(store as unknown as Store, { name: 'home' });
  return located?.lines ?? [];
}

test('a position is shown by its source line, and one in the shell has its name in front', async () => {
  const places = [`home@${id}/${script}:1:1`, `shell@${id}/main.mjs:1:9`];
  const lines = [`src/page.tsx:7 (${script}:1:1)`, 'shell: main.mjs:1:9'];
  expect(await linesOf(map(), ...places)).toEqual(lines);
});

test.each([
  ['no map', undefined],
  ['a map that is none', '<html>'],
  ['a map of maps', '{"version":3,"sections":[{}]}'],
  ['a map of numbers', '{"version":3,"sources":[7],"mappings":"AAMA"}'],
  ['a map without anything', 'null'],
  ['a map of another line', map().replace('AAMA', ';;AAMA')],
  ['a map that is too large', `${map()}${' '.repeat(9_000_000)}`],
])('with %s the position in the script is shown', async (_what, content) => {
  expect(await linesOf(content, `home@${id}/${script}:1:1`)).toEqual([`${script}:1:1`]);
});

test('the name of a source in a map is printed as a short line of plain text', async () => {
  const hostile = map(`src/\u001b[2J\u202e\n${'x'.repeat(500)}`);
  const [line] = await linesOf(hostile, `home@${id}/${script}:1:1`);
  expect(line).toMatch(/^[ -~]{1,300}$/);
});
