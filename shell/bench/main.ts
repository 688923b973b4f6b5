import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureBytes } from './bytes/measure-bytes.ts';
import { measureApi } from './measure-api.ts';
import { measurePages } from './measure-pages.ts';
import { describeMachine } from './report/machine.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '7' },
    pages: { type: 'string', default: 'home,portfolio,contact' },
  },
});
const wishes = { pages: values.pages.split(','), runs: Number(values.runs) };

/** `npm run bench [-- pages|bytes|api]`: without a word everything, kept beside this file. */
const parts: Record<string, () => Promise<string>> = {
  pages: async () => {
    const { markdown, chart } = await measurePages(wishes);
    if (isEverything) await keep('result.svg', chart);
    return markdown;
  },
  bytes: measureBytes,
  api: measureApi,
};

const isEverything = positionals.length === 0;
const wanted = isEverything ? Object.keys(parts) : positionals;
const unknown = wanted.find((part) => !Object.hasOwn(parts, part));
if (unknown !== undefined) {
  console.error(
    `There is no "${unknown}" to measure. Choose of: ${Object.keys(parts).join(', ')}.`,
  );
  process.exit(1);
}

const results: string[] = [];
for (const part of wanted) {
  const result = await parts[part]?.();
  console.log(`\n${result}\n`);
  results.push(result ?? '');
}
const about = `Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench\`: visits are medians of ${wishes.runs} runs, servers of 3, starts of 5, the rest was measured once. The machine: ${describeMachine()}.`;
console.log(about);
if (isEverything)
  await keep('result.md', `# What was measured\n\n${about}\n\n${results.join('\n\n')}\n`);

function keep(name: string, content: string): Promise<void> {
  return writeFile(path.join(import.meta.dirname, name), content);
}
