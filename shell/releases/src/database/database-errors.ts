/** A database cannot run a statement; the message says what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** The shared database is unreachable; pages are served from this machine's copy. */
export class DatabaseAwayError extends DatabaseError {
  override name = 'DatabaseAwayError';
}

/** The file of a database is damaged, or its folder is not writable. */
export class DatabaseUnreadableError extends DatabaseError {
  override name = 'DatabaseUnreadableError';
}

/** Another version of this code made the tables. */
export class WrongSchemaError extends DatabaseError {
  override name = 'WrongSchemaError';
}

// https://sqlite.org/rescode.html
const sqlite = {
  readOnly: 8,
  io: 10,
  busy: 5,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  noDatabase: 26,
} as const;

export class BusyError extends Error {
  override name = 'BusyError';
  errcode = sqlite.busy;
}

/** The lower byte is the primary code. */
const codeOf = (error: unknown) =>
  Number((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff;

export const isBusy = (error: unknown) => codeOf(error) === sqlite.busy;

/** Whether the disk is full, by an error or its cause. */
export function isFullDisk(error: unknown): boolean {
  return [error, (error as Error | undefined)?.cause].some((each) => codeOf(each) === sqlite.full);
}

/** Words errors of SQLite and of its folder; returns others unchanged. */
export function explainSqlite(
  error: unknown,
  { file, repair }: { file: string; repair: string },
): unknown {
  const { message, syscall, code } = error as NodeJS.ErrnoException;
  const cause = { cause: error };
  if (syscall || [sqlite.cannotOpen, sqlite.readOnly].some((each) => each === codeOf(error)))
    return new DatabaseUnreadableError(
      `${file} cannot be opened (${code === 'ERR_SQLITE_ERROR' ? message : code}). Let the user that runs this write into its folder and into all files there.`,
      cause,
    );
  switch (codeOf(error)) {
    case sqlite.busy:
      return new DatabaseError(
        `Another process holds the lock of this site's database, so nothing has changed. Wait until it has finished, and try again; \`fuser -v ${file}\` names it.`,
        cause,
      );
    case sqlite.full:
      return new DatabaseError(
        `The disk of ${file} is full, so nothing has changed. Make room, and try again.`,
        cause,
      );
    case sqlite.io:
      return new DatabaseUnreadableError(
        `The disk of ${file} cannot be read or written (${message}). Make room if it is full (df), look after it if it is broken (dmesg), and try again.`,
        cause,
      );
    case sqlite.corrupt:
    case sqlite.noDatabase:
      return new DatabaseUnreadableError(`${file} cannot be read (${message}). ${repair}`, cause);
    default:
      return error;
  }
}

const notInTime = '55P03';

/** Words errors of PostgreSQL. */
export function explainPostgres(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  if ((error as { code?: string }).code === notInTime)
    return new DatabaseError(
      `Another machine has been changing the database for half a minute. Wait until it is done, and try again. If it was cut off, the database takes the lock from it within a minute.`,
    );
  const advice = adviceFor(error);
  if (advice === undefined) return error;
  return new DatabaseAwayError(
    `The database cannot be asked (${reasonOf(error)}), so nothing has changed. Pages are served meanwhile. ${advice}`,
    { cause: error },
  );
}

/** Whether the database is unreachable or does not work. */
export function isAway(error: unknown): boolean {
  return adviceFor(error) !== undefined;
}

/** Node.js reports only a code for a name with several addresses. */
function reasonOf(error: unknown): string {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  return message.split('\n')[0] || code || 'no answer';
}

/** Advice for an owner whose database is unreachable; undefined for other errors. */
function adviceFor(error: unknown): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const said = `${code} ${message}`;
  return faults.find(([what]) => what.test(said))?.[1];
}

/**
 * Advice by the code of PostgreSQL or the system, or by the message if node-postgres gives no code. A full disk of
 * this machine is not among them.
 */
const faults: readonly [RegExp, string][] = [
  [
    /^28.*no encryption/,
    'Add sslmode=verify-full to DATABASE_URL, or let this machine in (pg_hba.conf).',
  ],
  [/^28/, 'Correct user and password in DATABASE_URL, or let this machine in (pg_hba.conf).'],
  [/^3D000/, 'Create that database, or correct its name in DATABASE_URL.'],
  [/^42501/, 'Make the user in DATABASE_URL the owner of the database, or name its owner there.'],
  [
    /^42(P01|703)/,
    'Its tables are those of another version: bring all machines to the same one, and start them again.',
  ],
  [/^25006/, 'Name the primary in DATABASE_URL.'],
  [/^53(300|400)/, 'Raise its max_connections, or put a pool in front of it.'],
  [/^(53|58|XX00[12])/, 'Its disk is full or broken: look after that, and try again.'],
  [
    /^ (The server does not support|There was an error establishing an) SSL/,
    'Take sslmode out of DATABASE_URL, or switch ssl on in PostgreSQL.',
  ],
  [
    /^(\w*CERT|UNABLE_TO|ERR_TLS)/,
    "Name the server's certificate in DATABASE_URL: sslmode=verify-full&sslrootcert=/path/to/ca.pem, and the host by the name that stands in it.",
  ],
  [
    /^(ERR_SSL|EPROTO)/,
    'No TLS of PostgreSQL is spoken there. Correct host and port in DATABASE_URL.',
  ],
  [
    /^(ECONNREFUSED|ENOTFOUND|E(HOST|NET)UNREACH)/,
    'Correct host and port in DATABASE_URL, or start the server there.',
  ],
  [
    /^(08|25P03|57P|57014|ECONN(RESET|ABORTED)|ETIMEDOUT|EPIPE|EAI_AGAIN)/,
    'Try again when DATABASE_URL answers.',
  ],
  [
    /^ (Connection terminated|Query read timeout|timeout exceeded|timeout expired|Client (has encountered|was closed|is not)|Cannot use a pool)/,
    'Try again when DATABASE_URL answers.',
  ],
];
