import { WrongSchemaError } from './database-errors.ts';

/** What a cell holds, in both databases. */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

/**
 * Statements one after the other: each that is yielded is given back its rows. They may be run again
 * from the start, so they must have no other effect.
 */
export type Steps<Result> = Generator<
  readonly [statement: string, values?: readonly Value[]],
  Result,
  Row[]
>;

/** Where rows are kept: the very same statements run on node:sqlite and on PostgreSQL. */
export interface Database {
  /**
   * Runs one statement. When it resolves, what it wrote is on disk; when it rejects, the next call
   * tries again.
   * @throws DatabaseError
   */
  run<Result extends Row>(statement: string, values?: readonly Value[]): Promise<Result[]>;
  /**
   * Runs several statements as one transaction, one writer at a time among all processes and machines.
   * @throws DatabaseError, and what the steps throw: nothing has changed then
   */
  transact<Result>(steps: () => Steps<Result>): Promise<Result>;
  /** Milliseconds since 1970 by the one clock that all processes of the store have. */
  now(): Promise<number>;
  /**
   * Takes what was deleted off the disk: SQLite has it in its log file until then. The log of
   * PostgreSQL is its operator's.
   */
  truncateLog(): Promise<void>;
  close(): Promise<void>;
}

/** A database in a file of this machine, which can also be read without waiting. */
export interface LocalDatabase extends Database {
  /** @throws DatabaseError */
  read<Result extends Row>(statement: string, values?: readonly Value[]): Result[];
}

export interface Schema {
  /** Of its file, and of its row among the versions. */
  name: string;
  /** Raised whenever a table changes. A database of another version is refused. */
  version: number;
  tables: readonly string[];
  /** What PostgreSQL has besides. */
  sharedTables?: readonly string[];
  /** To PostgreSQL. */
  connections: number;
  /** What to do about a file that cannot be read. */
  repair: string;
}

/** The statements that make the tables where there are none yet. @throws WrongSchemaError */
export function* createTables(
  { name, version, tables, sharedTables = [] }: Schema,
  isShared: boolean,
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
