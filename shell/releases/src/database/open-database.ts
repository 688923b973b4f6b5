import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database, Schema } from './database.ts';
import type { OnWarning } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

export interface DatabasePlace {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

/** Whether a database exists; makes none. Always true for PostgreSQL, which is not asked. */
export function hasDatabase({ DATA_DIR, DATABASE_URL }: DatabasePlace, name: string): boolean {
  return DATABASE_URL !== undefined || existsSync(path.join(DATA_DIR, `${name}.sqlite`));
}

/** The database of DATABASE_URL, or the file `<name>.sqlite` in DATA_DIR. The first statement opens it. */
export async function openDatabase(
  { DATA_DIR, DATABASE_URL }: DatabasePlace,
  schema: Schema,
  onWarning: OnWarning = () => {},
): Promise<Database> {
  if (!DATABASE_URL) return openSqlite(path.join(DATA_DIR, `${schema.name}.sqlite`), schema);
  // A single machine does not load the client of PostgreSQL.
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres(DATABASE_URL, schema, onWarning);
}
