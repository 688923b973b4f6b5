import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { postgresFolder } from '@portfolio/test-support/postgres.ts';
import { compareStores } from './api/compare-stores.ts';
import { followTogether, type Together } from './api/follow-together.ts';
import { bytesOfEach, type Growth, growStore } from './api/grow-store.ts';
import { addressesOf, copyToDatabase } from './api/served-site.ts';
import type { BenchOptions } from './options.ts';
import { inKilobytes, toTable } from './report/markdown-table.ts';
import { buildSite } from './variants/build-site.ts';

/** What several machines cost beside one: to be served by, and to grow. */
export async function measureMachines(options: BenchOptions): Promise<string> {
  if (!postgresFolder) return 'Not measured: PostgreSQL is not installed.';
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-machines-bench-'));
  const [dataDir, machine] = [path.join(folder, 'data'), path.join(folder, 'machine')];
  try {
    await buildSite(dataDir);
    const stores = await copyToDatabase(dataDir, machine);
    try {
      console.log('A folder and one of several machines take turns …');
      const addresses = await addressesOf(dataDir);
      const again = { DATA_DIR: path.join(folder, 'again') };
      await cp(dataDir, again.DATA_DIR, { recursive: true });
      const serving = await compareStores({ ...stores, again }, addresses, options);
      const { releases } = options;
      console.log(`Both grow by ${releases} releases of ${bytesOfEach} bytes …`);
      const many = path.join(folder, 'many');
      await cp(dataDir, many, { recursive: true });
      const growth = toTable([
        ['a store that has grown', 'in a folder', 'in a database'],
        ...linesOf(
          await growStore({ DATA_DIR: many }, releases),
          await growStore(stores.database, releases),
        ),
      ]);
      const size = `${releases} releases of ${bytesOfEach / 1_000_000} MB`;
      const together = await followOne(options);
      return `### One of several machines\n\n${serving}\n\n### A store of ${size}\n\n${growth}\n\n### Machines that follow one database, all in one process\n\n${together}`;
    } finally {
      await stores.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function followOne({ machines, turns }: BenchOptions): Promise<string> {
  const measured: Together[] = [];
  for (const count of new Set([Math.min(3, machines), machines])) {
    console.log(`${count} machines follow one database …`);
    measured.push(await followTogether(count, 3 * turns));
  }
  const row = (what: string, of: (together: Together) => string) => [what, ...measured.map(of)];
  return toTable([
    row('', ({ machines: count }) => `${count} machines`),
    row('all have a small site, from nothing', ({ startMs }) => inMs(startMs)),
    row('all have a release of 5 kB, from the beginning of its deploy', ({ changeMs }) =>
      inMs(changeMs),
    ),
    row('the same with 1 MB of new contents', ({ megabyteMs }) => inMs(megabyteMs)),
    row('connections at rest', ({ connections }) => String(connections)),
    row('statements a second at rest', ({ statements }) => statements.toFixed(1)),
  ]);
}

function inMs(value: number): string {
  return `${value.toFixed()} ms`;
}

function linesOf(folder: Growth, database: Growth): string[][] {
  const row = (what: string, of: (growth: Growth) => string) => [what, of(folder), of(database)];
  return [
    row('a deploy without its build, among the first', ({ firstMs }) => inMs(firstMs)),
    row('the same, among the last', ({ lastMs }) => inMs(lastMs)),
    row('from the start of a new machine to its first page', ({ startMs }) => inMs(startMs)),
    row('memory of the server', ({ memory }) => `${inKilobytes(memory / 1000)} MB`),
    row('all that is out of use is pruned', ({ pruneMs }) => inMs(pruneMs)),
  ];
}
