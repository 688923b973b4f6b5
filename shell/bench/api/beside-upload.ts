import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../loads/median.ts';
import { toTable } from '../report/markdown-table.ts';
import type { Served } from './start-process.ts';

/** Calls do not wait for each other, so a slow one is not one call less. */
const everyMs = 5;

/** What visitors feel of a team that publishes: the same call, asked at a steady rate, alone and beside it. */
export async function compareBesideUpload(
  api: Served,
  dataDir: string,
  address: string,
  seconds: number,
): Promise<string> {
  const rows = [['200 calls a second', 'median', '99 % within', 'longest', 'releases meanwhile']];
  const measure = async (what: string, published: () => number) => {
    const before = published();
    const times = await askSteadily(`${api.url}${address}`, seconds);
    const sorted = times.toSorted((a, b) => a - b);
    const most = [0.99, 1].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
    const cells = [median(times), ...most].map((ms) => `${ms.toFixed(1)} ms`);
    rows.push([what, ...cells, String(published() - before)]);
  };
  await measure('alone', () => 0);
  const script = path.join(import.meta.dirname, 'publish-without-end.ts');
  const team = spawn(process.execPath, [script, api.url, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(team, 'close');
  let published = 0;
  team.stdout.on('data', (said) => {
    published += String(said).split('\n').length - 1;
  });
  try {
    const isUnderWay = once(team.stdout, 'data').then(() => true);
    if (!(await Promise.race([isUnderWay, ended.then(() => false)])))
      throw new Error('Nothing could be published.');
    await measure('beside releases of 16 MB', () => published);
  } finally {
    team.kill();
    await ended;
  }
  return toTable(rows);
}

async function askSteadily(address: string, seconds: number): Promise<number[]> {
  const answers: Promise<number>[] = [];
  const headers = { 'Accept-Encoding': 'br' };
  for (let turn = 0; turn < (seconds * 1000) / everyMs; turn += 1) {
    const asked = performance.now();
    const answer = fetch(address, { headers }).then((response) => response.arrayBuffer());
    answers.push(answer.then(() => performance.now() - asked));
    await sleep(everyMs);
  }
  return Promise.all(answers);
}
