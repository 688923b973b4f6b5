/** The types of a cell that both databases have. */
export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

/** What runs statements: a database, or a transaction of it. */
export interface Statements {
  /**
   * Runs one statement. Its writes are on disk when it, or its transaction, resolves.
   * @param timeoutMs for large values in PostgreSQL; the default is 3 s
   * @throws DatabaseError
   */
  run<Result extends Row>(
    statement: string,
    values?: readonly Value[],
    timeoutMs?: number,
  ): Promise<Result[]>;
}

/** A kind of database, whose statements run on SQLite and PostgreSQL alike. */
export interface Driver extends Statements {
  /** Begins a transaction once no other process or machine writes. */
  begin: string;
  /** Opens a connection for a transaction, which is rolled back if it is closed before its end. */
  connect(): Promise<Statements & { close(): void }>;
  /** Milliseconds since 1970, by a clock that all processes share. */
  now(): Promise<number>;
  /** Takes deleted rows off the disk, which SQLite keeps in its log file; PostgreSQL manages its own. */
  truncateLog(): Promise<void>;
  close(): Promise<void>;
}

export interface Database extends Omit<Driver, 'begin' | 'connect'> {
  /**
   * Runs a transaction on a connection of its own. All processes and machines have one writer at a time, so the work
   * must write by `tx` alone.
   * @throws DatabaseError, and errors of the work; nothing has changed then
   */
  transact<Result>(work: (tx: Statements) => Promise<Result>): Promise<Result>;
}

export interface Schema {
  /** The name of the file, and of the row in `schema_version`. */
  name: string;
  /** Raise it whenever a table changes; a database of another version is upgraded or refused. */
  version: number;
  tables: readonly string[];
  /** Brings the tables of an earlier version to this one. */
  upgrades?: Readonly<Record<number, (tx: Statements) => Promise<void>>>;
}

/** A database cannot run a statement; the message says what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** The database of several machines is unreachable or does not work; pages are served meanwhile. */
export class DatabaseAwayError extends DatabaseError {
  override name = 'DatabaseAwayError';
}

/** The primary code of an error of SQLite, which is the lower byte: https://sqlite.org/rescode.html */
export const codeOf = (error: unknown) =>
  Number((error as { errcode?: number })?.errcode ?? 0) & 0xff;

/** Whether a disk is full, by an error of SQLite or of a file, or by its cause. */
export function isFullDisk(error: unknown): boolean {
  const all = [error, (error as Error | undefined)?.cause] as NodeJS.ErrnoException[];
  return all.some((each) => codeOf(each) === 13 || /^(ENOSPC|EDQUOT)$/.test(each?.code ?? ''));
}
