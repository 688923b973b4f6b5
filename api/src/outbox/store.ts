import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { openPostgresStore } from './postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** What a cell holds, in both stores. */
export type Value = string | number | null;
/** A row by the names of its columns. */
export type Row = Record<string, Value>;

/**
 * Where rows are kept. Both stores run the very same statements: `$1` placeholders, texts, whole
 * numbers, upserts and `RETURNING` mean the same to node:sqlite and to PostgreSQL.
 */
export type Store = {
  /**
   * Runs one statement; when it resolves, what it wrote is on disk. It rejects when the store
   * cannot be used now; nothing has to be reopened, the next call tries again.
   */
  run<Result extends Row>(statement: string, values?: readonly Value[]): Promise<Result[]>;
  close(): Promise<void>;
};

/**
 * PostgreSQL when DATABASE_URL names one, a file under DATA_DIR otherwise. Never fails: a store
 * that is down at the start is used as soon as it is back.
 * @param tables `CREATE … IF NOT EXISTS` statements, run before the first use.
 */
export function openStore(config: Config, tables: readonly string[], log: Log): Store {
  return config.DATABASE_URL
    ? openPostgresStore(config.DATABASE_URL, tables, log)
    : openSqliteStore(config.DATA_DIR, tables);
}
