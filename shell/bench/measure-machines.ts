import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { postgresFolder } from '@portfolio/test-support/postgres.ts';
import { compareStores } from './api/compare-stores.ts';
import { type Growth, grown, growStore } from './api/grow-store.ts';
import { mainScript } from './api/main-script.ts';
import { copyToDatabase } from './api/two-stores.ts';
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
      const addresses = {
        'the locale call': '/api/locales/en',
        'the document of /home with its page': '/home',
        'the shell’s script': await mainScript(dataDir),
      };
      const serving = await compareStores(stores, addresses, options);
      const { releases, bytesOfEach } = grown;
      console.log(`Both grow by ${releases} releases of ${bytesOfEach} bytes …`);
      const many = path.join(folder, 'many');
      await cp(dataDir, many, { recursive: true });
      const growth = toTable([
        ['a store that has grown', 'in a folder', 'in a database'],
        ...linesOf(
          await growStore({ DATA_DIR: many }),
          await growStore(stores.database as { DATA_DIR: string; DATABASE_URL: string }),
        ),
      ]);
      const size = `${releases} releases of ${bytesOfEach / 1_000_000} MB`;
      return `### One of several machines\n\n${serving}\n\n### A store of ${size}\n\n${growth}`;
    } finally {
      await stores.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function linesOf(folder: Growth, database: Growth): string[][] {
  const ms = (value: number) => `${value.toFixed()} ms`;
  const row = (what: string, of: (growth: Growth) => string) => [what, of(folder), of(database)];
  return [
    row('a deploy without its build, among the first', ({ firstMs }) => ms(firstMs)),
    row('the same, among the last', ({ lastMs }) => ms(lastMs)),
    row('from the start of a new machine to its first page', ({ startMs }) => ms(startMs)),
    row('memory of the server', ({ memory }) => `${inKilobytes(memory / 1000)} MB`),
    row('all that nobody needs is pruned', ({ pruneMs }) => ms(pruneMs)),
  ];
}
