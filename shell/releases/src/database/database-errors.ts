/** A database cannot run a statement; the message says what to do. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** The database of several machines is unreachable or does not work; pages are served meanwhile. */
export class DatabaseAwayError extends DatabaseError {
  override name = 'DatabaseAwayError';
}

// https://sqlite.org/rescode.html
const [busy, full] = [5, 13];
/** Read-only, read or written badly, corrupt, cannot be opened, no database. */
const unusable = [8, 10, 11, full, 14, 26];

/** The lower byte is the primary code. */
const codeOf = (error: unknown) => Number((error as { errcode?: number })?.errcode ?? 0) & 0xff;

export const isBusy = (error: unknown) => codeOf(error) === busy;

/** Whether a disk is full, by an error of SQLite or of a file, or by its cause. */
export function isFullDisk(error: unknown): boolean {
  const all = [error, (error as Error | undefined)?.cause] as NodeJS.ErrnoException[];
  return all.some((each) => codeOf(each) === full || /^(ENOSPC|EDQUOT)$/.test(each?.code ?? ''));
}

/** Words errors of SQLite and of its folder; returns others unchanged. */
export function explainSqlite(error: unknown, file: string, repair: string): unknown {
  const { message, syscall } = error as NodeJS.ErrnoException;
  const cause = { cause: error };
  if (isBusy(error))
    return new DatabaseError(
      `Another process holds the lock of this site's database, so nothing has changed. Wait until it has finished, and try again; \`fuser -v ${file}\` names it.`,
      cause,
    );
  if (!syscall && !unusable.includes(codeOf(error))) return error;
  return new DatabaseError(
    `${file} cannot be read or written (${message}), so nothing has changed. Make room if its disk is full, and let the user that runs this write into its folder. If the file is damaged: ${repair}`,
    cause,
  );
}

/** Words errors of PostgreSQL and of the way to it; returns those of a wrong statement or value unchanged. */
export function explainPostgres(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (/^(22|23|42)\w{3}$/.test(code)) return error;
  // Node.js reports only a code for a name with several addresses.
  const reason = message.split('\n')[0] || code || 'no answer';
  return new DatabaseAwayError(
    `The database cannot be asked (${reason}), so nothing has changed. Pages are served meanwhile. Try again when it answers; if it stays so, look at DATABASE_URL and at the log of PostgreSQL.`,
    { cause: error },
  );
}
