import { type Database, openSqlite, type Row, type Schema, type Value } from './sqlite.ts';

/** Where a site keeps what it counts and notes. */
export interface DatabasePlace {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
}

/**
 * PostgreSQL when DATABASE_URL names one, the file `<name>.sqlite` in DATA_DIR otherwise. It is opened at
 * the first statement, so this never fails.
 */
export function openDatabase(
  { DATA_DIR, DATABASE_URL }: DatabasePlace,
  schema: Schema,
  warn: (facts: object, message: string) => void = () => {},
): Database {
  if (!DATABASE_URL) return openSqlite(DATA_DIR, schema);
  // The client of PostgreSQL is loaded where it is used.
  const opened = import('./postgres.ts').then(({ openPostgres }) =>
    openPostgres(DATABASE_URL, schema, warn),
  );
  return {
    run: async <Result extends Row>(statement: string, values?: readonly Value[]) =>
      (await opened).run<Result>(statement, values),
    now: async () => (await opened).now(),
    stamp: () => Math.floor(performance.now() / 1000),
    close: async () => (await opened).close(),
  };
}
