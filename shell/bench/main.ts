import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { measureBytes } from './bytes/measure-bytes.ts';
import { fast } from './loads/profiles.ts';
import { measureApi } from './measure-api.ts';
import { measurePages } from './measure-pages.ts';
import { type BenchOptions, type Part, readOptions, usage, WrongOptionError } from './options.ts';
import { keepResults } from './report/kept-results.ts';
import { describeMachine } from './report/machine.ts';

/** What came out of a part. */
interface Report {
  markdown: string;
  chart?: string;
  /** When the home page can be read on a slow phone, for its header. */
  readableMs?: number;
}

/** Which section has the page that says it. */
const measured = '../../remote-home/src/measured.json';

const measure: Record<Part, (options: BenchOptions) => Promise<Report>> = {
  pages: measurePages,
  bytes: async () => ({ markdown: await measureBytes() }),
  api: async (options) => ({ markdown: await measureApi(options) }),
};

const words = process.argv.slice(2);
try {
  if (words.some((word) => word === '--help' || word === '-h')) console.log(usage);
  else await run(readOptions(words));
} catch (error) {
  const isWrongUse = error instanceof WrongOptionError;
  console.error(isWrongUse ? error.message : error);
  process.exit(isWrongUse ? 2 : 1);
}

async function run(options: BenchOptions): Promise<void> {
  for (const part of options.parts) {
    const { markdown, chart, readableMs } = await measure[part](options);
    const { runs, turns } = options;
    const about = `Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench\`: visits are medians of ${runs}, on a computer of ${runs * fast.visitsPerRun}, servers of ${turns}, the rest was measured once. The machine: ${describeMachine()}.`;
    console.log(`\n${markdown}\n\n${about}\n`);
    // Thin numbers never take the place of those the README speaks of.
    if (!options.isThorough) continue;
    const known = await readFile(placeOf('result.md'), 'utf8');
    await writeFile(
      placeOf('result.md'),
      keepResults(known, new Map([[part, `${about}\n\n${markdown}`]])),
    );
    if (chart) await writeFile(placeOf('result.svg'), chart);
    // Who has taken that section out has no header to write it for.
    if (readableMs && existsSync(placeOf(measured)))
      await writeFile(placeOf(measured), `{ "readableMs": ${readableMs} }\n`);
  }
}

function placeOf(name: string): string {
  return path.join(import.meta.dirname, name);
}
