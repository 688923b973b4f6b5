/**
 * `npm run bench [-- pages|bytes|api …] [--short]` measures what the site costs visitors and its server.
 * `--short` only shows that every part works; its numbers mean nothing and are not kept.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import releaseOnce from '../e2e/fixtures/release-once.ts';
import { replaceSection } from './markdown.ts';
import { measureApi } from './measure-api.ts';
import { measureBytes } from './measure-bytes.ts';
import { readOptions, usage } from './options.ts';
import { measurePages } from './pages/measure-pages.ts';

const measure = { pages: measurePages, bytes: measureBytes, api: measureApi };

if (process.argv.some((word) => word === '--help' || word === '-h')) {
  console.log(usage);
  process.exit(0);
}
try {
  const { parts, extent, isKept } = readOptions(process.argv.slice(2));
  console.log('Building and releasing the site …');
  const remove = await releaseOnce();
  for (const part of parts) {
    const { title, markdown, files = {} } = await measure[part](extent);
    const text = `Measured ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}.\n\n${markdown}`;
    console.log(`\n## ${title}\n\n${text}\n`);
    if (!isKept) continue;
    const report = placeOf('result.md');
    await writeFile(report, replaceSection(await readFile(report, 'utf8'), title, text));
    // An owner may have removed the page that shows a number, and with it the file.
    for (const [file, content] of Object.entries(files)) {
      if (existsSync(placeOf(file))) await writeFile(placeOf(file), content);
    }
  }
  await remove?.();
} catch (error) {
  const isWrongUse = error instanceof RangeError;
  console.error(isWrongUse ? error.message : error);
  process.exit(isWrongUse ? 2 : 1);
}

function placeOf(file: string): string {
  return path.join(import.meta.dirname, file);
}

function describeMachine(): string {
  const cores = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const load = os.loadavg()[0]?.toFixed(1);
  return `${cores.length} cores (${cores[0]?.model.trim()}), ${memory} GiB, Node.js ${process.version}, load ${load} at the end (of which the bench is two or three)`;
}
