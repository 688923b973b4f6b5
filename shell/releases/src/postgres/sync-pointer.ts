import { replaceFile } from '../folder/durable.ts';
import { pointerFile, readPointer, rememberPointer, writePointer } from '../live/pointer.ts';
import type { Store } from '../store/store.ts';
import { DatabaseAwayError } from './database-away.ts';

/** A list of ids; nothing when the database has something else in its place. */
type Pointer = readonly string[] | undefined;

/**
 * A site without a shell is none, and nobody can retire it: this is the wrong database, or an empty one.
 * @throws DatabaseAwayError
 */
export async function refuseOther(copy: Store, name: string, pointer: Pointer): Promise<void> {
  if (name !== 'shell' || pointer?.length !== 0) return;
  const [live] = await readPointer(copy, name).catch(() => []);
  if (live)
    throw new DatabaseAwayError(
      `The database has no live shell, and this machine has: it goes on with its own copy. Is DATABASE_URL the right one? If so, \`npm run releases -- copy\` fills it; to begin anew, remove ${copy.folder}.`,
    );
}

/**
 * This machine's pointer becomes the one of the database. What is broken there is broken here, too:
 * what was live last goes on then, and who looks is told, as with a folder.
 */
export async function followPointer(copy: Store, name: string, pointer: Pointer): Promise<void> {
  const before = await readPointer(copy, name).catch(() => undefined);
  if (isSame(before, pointer)) return;
  if (pointer) return writePointer(copy, name, [...pointer]);
  if (before?.length) await rememberPointer(copy, name, before);
  await replaceFile(pointerFile(copy, name), 'broken in the database');
}

/** Whether two lists of ids are the same, or both are none. */
export function isSame(some: Pointer, others: Pointer): boolean {
  return (
    some?.length === others?.length &&
    (some ?? []).every((id, position) => id === others?.[position])
  );
}
