/** `npm run bench [-- pages|bytes|api] [--runs 7] [--pages home,…] [--short]` */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { measureBytes } from './bytes/measure-bytes.ts';
import { measureApi } from './measure-api.ts';
import { measurePages } from './measure-pages.ts';
import { describeMachine } from './report/machine.ts';
import { type Part, readWishes, WishError, type Wishes } from './wishes.ts';

/** What came out of a part. */
interface Report {
  markdown: string;
  chart?: string;
}

const measure: Record<Part, (wishes: Wishes) => Promise<Report>> = {
  pages: measurePages,
  bytes: async () => ({ markdown: await measureBytes() }),
  api: async (wishes) => ({ markdown: await measureApi(wishes) }),
};

try {
  await run(readWishes(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof WishError ? error.message : error);
  process.exit(1);
}

async function run(wishes: Wishes): Promise<void> {
  const reports: Report[] = [];
  for (const part of wishes.parts) {
    const report = await measure[part](wishes);
    console.log(`\n${report.markdown}\n`);
    reports.push(report);
  }
  const { runs, walks, turns, starts } = wishes;
  const about = `Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench\`: visits are medians of ${runs} runs, moves of ${walks}, servers of ${turns}, starts of ${starts}, the rest was measured once. The machine: ${describeMachine()}.`;
  console.log(about);
  // Thin numbers never take the place of those the README speaks of.
  if (!wishes.isWhole) return;
  const tables = reports.map(({ markdown }) => markdown);
  const chart = reports.find((report) => report.chart)?.chart ?? '';
  await keep('result.md', `# What was measured\n\n${about}\n\n${tables.join('\n\n')}\n`);
  await keep('result.svg', chart);
}

function keep(name: string, content: string): Promise<void> {
  return writeFile(path.join(import.meta.dirname, name), content);
}
