import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresFolder, startPostgres } from './postgres.ts';

/** A kind of store, and how to get an empty one, as the environment that chooses it. */
export type DatabaseKind = { name: string; prepare: () => Promise<Place> };

/** As the environment says it. */
type Place = { DATA_DIR: string; DATABASE_URL?: string };

/** Both stores of the outbox, so that one suite is run against both. */
export async function startDatabases() {
  const folders: string[] = [];
  const postgres = postgresFolder ? await startPostgres() : undefined;
  let databases = 0;

  async function prepareFolder() {
    const folder = mkdtempSync(path.join(tmpdir(), 'portfolio-store-'));
    folders.push(folder);
    return { DATA_DIR: folder };
  }
  async function prepareDatabase() {
    databases += 1;
    const url = await postgres?.createDatabase(`outbox${databases}`);
    return { ...(await prepareFolder()), DATABASE_URL: url ?? '' };
  }

  const kinds: DatabaseKind[] = [{ name: 'node:sqlite', prepare: prepareFolder }];
  if (postgres) kinds.push({ name: 'PostgreSQL', prepare: prepareDatabase });
  return {
    kinds,
    async stop() {
      await postgres?.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
