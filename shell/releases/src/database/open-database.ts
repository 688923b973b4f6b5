import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database, Schema } from './database.ts';
import type { OnWarning } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

/** Where a site keeps what it has. */
export interface DatabasePlace {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

/** Whether there is such a database, without making one. One of several machines is asked when it is used. */
export function hasDatabase({ DATA_DIR, DATABASE_URL }: DatabasePlace, name: string): boolean {
  return DATABASE_URL !== undefined || existsSync(path.join(DATA_DIR, `${name}.sqlite`));
}

/**
 * PostgreSQL when DATABASE_URL names one, the file `<name>.sqlite` in DATA_DIR otherwise. It is opened at
 * the first statement.
 */
export async function openDatabase(
  { DATA_DIR, DATABASE_URL }: DatabasePlace,
  schema: Schema,
  onWarning: OnWarning = () => {},
): Promise<Database> {
  if (!DATABASE_URL) return openSqlite(path.join(DATA_DIR, `${schema.name}.sqlite`), schema);
  // One machine alone never loads the client of PostgreSQL.
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres(DATABASE_URL, schema, onWarning);
}
