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
