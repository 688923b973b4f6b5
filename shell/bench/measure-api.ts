import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compareBesideUpload } from './api/beside-upload.ts';
import { compareServers } from './api/compare-servers.ts';
import { loadTool, putUnderLoad } from './api/load.ts';
import { mainScript } from './api/main-script.ts';
import { addReleases } from './api/many-releases.ts';
import { memoryOf } from './api/process-use.ts';
import { type Served, startProcess } from './api/start-process.ts';
import { median } from './loads/median.ts';
import type { BenchOptions } from './options.ts';
import { inKilobytes, toTable } from './report/markdown-table.ts';
import { buildSite } from './variants/build-site.ts';

const root = path.join(import.meta.dirname, '../..');
const locale = '/api/locales/en';

/** The API under load, on this machine only, and how fast it starts. */
export async function measureApi(options: BenchOptions): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-api-bench-'));
  const dataDir = path.join(folder, 'data');
  try {
    await buildSite(dataDir);
    const api = await startApi(dataDir);
    try {
      const addresses = {
        'the locale call': locale,
        'the document of /home with its page': '/home',
        'the shell’s script': await mainScript(dataDir),
      };
      console.log('The API, a plain Express route and nginx take turns …');
      const beside = await compareServers(api, addresses, folder, options);
      console.log('From 1 to 500 connections …');
      const growing = await growLoad(api, options.seconds);
      console.log('Starts with 4 and 400 releases …');
      const starts = await compareStarts(dataDir, path.join(folder, 'many'), options.starts);
      console.log('The locale call while a team publishes …');
      const publishing = await compareBesideUpload(api, dataDir, locale, 3 * options.seconds);
      const tool = `32 connections, loaded by ${loadTool}`;
      return `### The API beside others: ${tool}\n\n${beside}\n\n### The locale call from 1 to 500 connections\n\n${growing}\n\n### The locale call while a team publishes\n\n${publishing}\n\n### Start\n\n${starts}`;
    } finally {
      await api.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function startApi(dataDir: string): Promise<Served> {
  const command = (port: number) => ({
    file: process.execPath,
    args: [path.join(root, 'api/src/main.ts')],
    env: { DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT: 'off' },
  });
  return startProcess(command, '/home');
}

async function growLoad(api: Served, seconds: number): Promise<string> {
  const rows: string[][] = [];
  for (const connections of [1, 10, 50, 100, 250, 500]) {
    const load = await putUnderLoad(`${api.url}${locale}`, connections, seconds);
    rows.push([
      String(connections),
      load.perSecond.toFixed(),
      `${load.p99.toFixed(1)} ms`,
      String(load.errors),
      `${inKilobytes(memoryOf(api.pid) / 1000)} MB`,
    ]);
  }
  return toTable([['connections', 'answers a second', '99 % within', 'errors', 'memory'], ...rows]);
}

async function compareStarts(few: string, many: string, starts: number): Promise<string> {
  await addReleases(few, many, 400);
  const times = new Map<string, number[]>([
    [few, []],
    [many, []],
  ]);
  for (let round = 0; round < starts; round += 1)
    for (const [dataDir, measured] of times) {
      const api = await startApi(dataDir);
      measured.push(api.startMs);
      await api.stop();
    }
  const ms = (dataDir: string) => `${median(times.get(dataDir) ?? []).toFixed()} ms`;
  return toTable([
    ['releases in the store', 'from the start to the first page'],
    ['4', ms(few)],
    ['400', ms(many)],
  ]);
}
