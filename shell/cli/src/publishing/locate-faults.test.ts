import { expect, test } from '@jest/globals';
import { locateFaults } from './locate-faults.ts';

const script = 'remoteEntry.11aa22bb.mjs';
const id = '0123456789ab';
/** The first column of the first line is line 7 of a page, as its author says. */
const map = (source = 'src/page.tsx') =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAMA' });

async function linesOf(
  content: string | undefined,
  ...places: string[]
): Promise<readonly string[]> {
  const fault = { name: 'home', id, visitors: 1, lastAt: 0, error: 'Error', places };
  const files: Record<string, string | undefined> = { [`home@${id}/${script}.map`]: content };
  const read = async (ref: { name: string; id: string }, file: string) => {
    const text = files[`${ref.name}@${ref.id}/${file}`];
    return text === undefined ? undefined : Buffer.from(text);
  };
  const [located] = await locateFaults([fault], read);
  return located?.lines ?? [];
}

test('a place is told by the line of its sources; that of the shell says that it is one', async () => {
  const places = [`home@${id}/${script}:1:1`, `shell@${id}/main.mjs:1:9`];
  expect(await linesOf(map(), ...places)).toEqual([
    `src/page.tsx:7 (${script}:1:1)`,
    'shell: main.mjs:1:9',
  ]);
});

test.each([
  ['no map', undefined],
  ['a map that is none', '<html>'],
  ['a map of maps', '{"version":3,"sections":[{}]}'],
  ['a map of numbers', '{"version":3,"sources":[7],"mappings":"AAMA"}'],
  ['a map without anything', 'null'],
  ['a map of another line', map().replace('AAMA', ';;AAMA')],
  ['a map that is too large', `${map()}${' '.repeat(9_000_000)}`],
])('of a release with %s the place in its script is told', async (_what, content) => {
  expect(await linesOf(content, `home@${id}/${script}:1:1`)).toEqual([`${script}:1:1`]);
});

test('what a map calls a source is a short line of plain text', async () => {
  const hostile = map(`src/\u001b[2J\u202e\n${'x'.repeat(500)}`);
  const [line] = await linesOf(hostile, `home@${id}/${script}:1:1`);
  expect(line).toMatch(/^[ -~]{1,300}$/);
});
