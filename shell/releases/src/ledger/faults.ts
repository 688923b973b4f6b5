import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import pLimit from 'p-limit';
import { inWorker } from '../folder/in-worker.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { printable, readRelease, readReleaseFile } from '../release/read-release.ts';
import { parseRef } from '../release/release.ts';
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
  const lines = await readSourceLines(store, new Set(rows.flatMap((row) => listed(row.frames))));
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

/** That of the shell has 600 kB; reading twenty times that is not worth a worker's memory. */
const mostMapBytes = 8 * 1024 * 1024;

/** Scripts whose maps are read for one answer: each may take a worker's whole time. */
const mostScripts = 10;

const oneAtATime = pLimit(1);

/**
 * What the sources have at frames, such as `src/page.tsx:12`: nothing of a release without a map, nor
 * beyond the first ten scripts.
 */
async function readSourceLines(store: Store, frames: ReadonlySet<string>) {
  const known = new Map<string, string>();
  const byScript = Map.groupBy(frames, (frame) => frame.replace(/:\d+:\d+$/, ''));
  for (const [script, places] of [...byScript].slice(0, mostScripts)) {
    const lines = await oneAtATime(() => mapPlaces(store, script, places));
    for (const [at, frame] of places.entries())
      if (lines[at]) known.set(frame, printable(lines[at], 200));
  }
  return known;
}

/** Another person may have written the map: it is read in a worker, within bounds. */
async function mapPlaces(store: Store, script: string, frames: readonly string[]) {
  const [name = '', ...path] = script.split('/');
  const ref = parseRef(name);
  const file = `${path.join('/')}.map`;
  const release = ref && (await readRelease(store, ref.name, ref.id));
  const bytes = release?.files[file]?.bytes;
  if (!release || bytes === undefined || bytes > mostMapBytes) return [];
  try {
    const text = await readReleaseFile(store, release, file);
    const places = frames.map((frame) => frame.split(':').slice(-2).map(Number));
    const result = await inWorker<Mapped>(import.meta, './source-map-worker', { text, places });
    return 'lines' in result ? result.lines : [];
  } catch (error) {
    // A missing map is no fault of a release.
    if (error instanceof BrokenFileError) return [];
    throw error;
  }
}

interface Mapped {
  lines: readonly (string | null)[];
}
