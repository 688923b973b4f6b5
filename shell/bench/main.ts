// `npm run bench [-- --short]` writes what a visit costs into result.md; the short form only shows that it works.
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import releaseOnce from '../e2e/fixtures/release-once.ts';
import { measurePages } from './measure-pages.ts';

const isShort = process.argv.includes('--short');
const remove = await releaseOnce();
const { RELEASED_DATA_DIR: DATA_DIR } = process.env;
const site = await startApiProcess({ DATA_DIR, RATE_LIMIT: 'off' });
const { text, readableMs, scriptKb } = await measurePages(await site.url, isShort ? 1 : 7);
await site.stop();
await remove?.();

const cores = os.cpus();
const memory = Math.round(os.totalmem() / 2 ** 30);
const machine = `${cores.length} cores (${cores[0]?.model.trim()}), ${memory} GiB, Node.js ${process.version}`;
const day = new Date().toISOString().slice(0, 10);
const load = os.loadavg()[0]?.toFixed(1);
const section = `## Visits\n\nMeasured ${day} on ${machine}, load ${load} at the end.\n\n${text}\n\n`;
console.log(`\n${section}`);
if (!isShort) {
  const report = path.join(import.meta.dirname, 'result.md');
  const sections = (await readFile(report, 'utf8')).split(/^(?=## )/m);
  const others = sections.map((each) => (each.startsWith('## Visits\n') ? section : each));
  await writeFile(report, others.join(''));
  const shown = path.join(import.meta.dirname, '../../remote-home/src/measured.json');
  await writeFile(shown, `{ "readableMs": ${readableMs}, "scriptKb": ${scriptKb} }\n`);
}
