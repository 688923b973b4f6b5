import { WrongSchemaError } from './database-errors.ts';

/** The types of a cell that both databases have. */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

/**
 * Statements of a transaction: `yield` runs one and returns its rows. They may run again from the start, so they
 * must have no other effect.
 */
export type Steps<Result> = Generator<
  readonly [statement: string, values?: readonly Value[]],
  Result,
  Row[]
>;

/** A database, whose statements run on SQLite and PostgreSQL alike. */
export interface Database {
  /**
   * Runs one statement. Its writes are on disk when it resolves.
   * @throws DatabaseError
   */
  run<Result extends Row>(statement: string, values?: readonly Value[]): Promise<Result[]>;
  /**
   * Runs a transaction; all processes and machines have one writer at a time.
   * @throws DatabaseError, and errors of the steps; nothing has changed then
   */
  transact<Result>(steps: () => Steps<Result>): Promise<Result>;
  /** Milliseconds since 1970, by a clock that all processes share. */
  now(): Promise<number>;
  /** Takes deleted rows off the disk, which SQLite keeps in its log file. PostgreSQL's operator manages its log. */
  truncateLog(): Promise<void>;
  close(): Promise<void>;
}

/** A database in a file of this machine, which can be read synchronously. */
export interface LocalDatabase extends Database {
  /** @throws DatabaseError */
  read<Result extends Row>(statement: string, values?: readonly Value[]): Result[];
}

export interface Schema {
  /** The name of the file, and of the row in `schema_version`. */
  name: string;
  /** Raise it whenever a table changes; a database of another version is refused. */
  version: number;
  tables: readonly string[];
  /** Further tables in PostgreSQL. */
  sharedTables?: readonly string[];
  /** The most connections to PostgreSQL. */
  connections: number;
  /** Advice for an unreadable file. */
  repair: string;
}

/** Makes missing tables. @throws WrongSchemaError */
export function* createTables(
  { name, version, tables, sharedTables = [] }: Schema,
  { isShared }: { isShared: boolean },
): Steps<void> {
  yield [
    'CREATE TABLE IF NOT EXISTS schema_version (name TEXT PRIMARY KEY, version INTEGER NOT NULL)',
  ];
  const [found] = yield ['SELECT version FROM schema_version WHERE name = $1', [name]];
  if (found?.version === version) return;
  if (found)
    throw new WrongSchemaError(
      `The database "${name}" was made by another version of this software (its tables are ${found.version}, here they are ${version}), and nothing of it has changed. Run that version, or begin with an empty one: ${isShared ? 'name another database in DATABASE_URL' : `move ${name}.sqlite away`}.`,
    );
  for (const statement of isShared ? [...tables, ...sharedTables] : tables) yield [statement];
  yield ['INSERT INTO schema_version (name, version) VALUES ($1, $2)', [name, version]];
}
