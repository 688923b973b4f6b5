import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { readSourceLines } from '../release/source-lines.ts';
import type { Store } from '../store/store.ts';

/** What a release threw in a visitor's browser. */
export interface Fault {
  message: string;
  /** Places in scripts of releases, the innermost first: `home@0123456789ab/remoteEntry.mjs:1:2345`. */
  frames: readonly string[];
}

/** A fault as it is shown: how many visitors it met, and with the lines of the sources. */
export interface KnownFault extends ReleaseRef {
  visitors: number;
  /** In milliseconds since 1970. */
  lastAt: number;
  message: string;
  /** `src/page.tsx:12 (remoteEntry.mjs:1:2345)`; the place in the script alone where no map is. */
  lines: readonly string[];
}

/** Kept of a release: those that most visitors met, then the latest. Forged ones meet one each. */
const mostKept = 20;
const mostShown = 60;

export async function noteFault(
  { ledger }: Store,
  { name, id }: ReleaseRef,
  { message, frames }: Fault,
): Promise<void> {
  if (!ledger) return;
  await ledger.run(
    `INSERT INTO faults (name, id, message, frames, visitors, last_at)
    VALUES ($1, $2, $3, $4, 1, $5)
    ON CONFLICT (name, id, message, frames)
    DO UPDATE SET visitors = faults.visitors + 1, last_at = excluded.last_at`,
    [name, id, message, frames.join(' '), await ledger.now()],
  );
  await ledger.run(
    `DELETE FROM faults WHERE name = $1 AND id = $2 AND (message, frames) NOT IN (
      SELECT message, frames FROM faults WHERE name = $1 AND id = $2
      ORDER BY visitors DESC, last_at DESC LIMIT $3
    )`,
    [name, id, mostKept],
  );
}

/**
 * What the releases of a name (or one of them) threw, the latest first; nothing where the ledger cannot be
 * read, as by a team that may read the releases alone.
 */
export async function readFaults(
  store: Store,
  { name, id }: { name: string; id?: string },
): Promise<KnownFault[] | undefined> {
  const rows = await store.ledger
    ?.run<{ id: string; message: string; frames: string; visitors: number; last_at: number }>(
      `SELECT id, message, frames, visitors, last_at FROM faults
      WHERE name = $1 AND ($2 = '' OR id = $2) ORDER BY last_at DESC LIMIT $3`,
      [name, id ?? '', mostShown],
    )
    .catch(() => undefined);
  if (!rows) return undefined;
  const listed = (frames: string) => frames.split(' ').filter(Boolean);
  const all = rows.flatMap(({ frames }) => listed(frames));
  const lines = await readSourceLines(store, all);
  return rows.map(({ frames, last_at: lastAt, ...row }) => ({
    name,
    ...row,
    lastAt,
    lines: listed(frames).map((frame) => inWords(frame, name, lines.get(frame))),
  }));
}

/** Of the release itself without its name; a frame of the shell says that it is one. */
function inWords(frame: string, name: string, line: string | undefined): string {
  const [ref = '', ...script] = frame.split('/');
  const place = script.join('/');
  const owner = ref.split('@')[0];
  const of = owner === name ? '' : `${owner}: `;
  return line ? `${of}${line} (${place})` : `${of}${place}`;
}
