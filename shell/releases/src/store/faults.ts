import { SourceMap, type SourceMapPayload } from 'node:module';
import { z } from 'zod';
import { formatRef, parseRef, printable, type ReleaseRef } from '../release/release.ts';
import type { Releases } from './release-cache.ts';
import type { Store } from './store.ts';

/** An error that a release threw in visitors' browsers. Also validates the untrusted answer of a site. */
export const knownError = z.object({
  name: z.string(),
  id: z.string(),
  /** The error's class, such as `TypeError`. */
  error: z.string(),
  /** Positions in scripts, the innermost first, such as `home@0123456789ab/remoteEntry.mjs:1:2345`. */
  places: z.array(z.string()),
  /** The same in the sources, such as `src/page.tsx:12 (remoteEntry.mjs:1:2345)`. */
  lines: z.array(z.string()),
  visitors: z.int(),
  lastAt: z.int(),
});

export type KnownError = z.infer<typeof knownError>;
export type ThrownError = Pick<KnownError, 'error' | 'places'>;

/** How many errors of a release are kept: the most frequent, then the latest. Forged ones have one visitor each. */
const mostKept = 20;
const mostShown = 60;

/** The owner gets a mail about a release that failed so many visitor groups: a bad connection fails one. */
const worthMail = 3;

/** Counts a visitor group that a release failed, or in whose browser it threw an error. */
export async function noteFault(
  { database }: Store,
  { name, id }: ReleaseRef,
  { error, places }: ThrownError = { error: '', places: [] },
): Promise<void> {
  await database.run(
    `INSERT INTO faults (name, id, error, places, visitors, last_at, is_told)
    VALUES ($1, $2, $3, $4, 1, $5, 0) ON CONFLICT (name, id, error, places)
    DO UPDATE SET visitors = faults.visitors + 1, last_at = excluded.last_at`,
    [name, id, error, places.join(' '), Date.now()],
  );
  await database.run(
    `DELETE FROM faults WHERE name = $1 AND id = $2 AND error <> '' AND (error, places) NOT IN (
      SELECT error, places FROM faults WHERE name = $1 AND id = $2 AND error <> ''
      ORDER BY visitors DESC, last_at DESC LIMIT $3
    )`,
    [name, id, mostKept],
  );
}

/** Reads what all releases of a name threw, or one of them, the latest first, with the lines by their source maps. */
export async function readThrown(
  { database, releases }: Pick<Store, 'database' | 'releases'>,
  { name, id }: { name: string; id?: string },
): Promise<KnownError[]> {
  type ThrownRow = Pick<KnownError, 'id' | 'error' | 'visitors' | 'lastAt'> & { places: string };
  const rows = await database.run<ThrownRow>(
    `SELECT id, error, places, visitors, last_at AS "lastAt" FROM faults
    WHERE name = $1 AND ($2 = '' OR id = $2) AND error <> '' ORDER BY last_at DESC LIMIT $3`,
    [name, id ?? '', mostShown],
  );
  const locate = sourceLines(name, releases);
  return Promise.all(
    rows.map(async (row) => {
      const places = row.places.split(' ').filter(Boolean);
      return { name, ...row, places, lines: await Promise.all(places.map(locate)) };
    }),
  );
}

/**
 * Claims the mail to the owner about a release that fails visitors, so that one process sends it once.
 * @returns how many visitor groups the release failed, if the caller has to send the mail
 */
export async function claimMail(
  { database }: Store,
  { name, id }: ReleaseRef,
): Promise<number | undefined> {
  const [claimed] = await database.run<{ visitors: number }>(
    `UPDATE faults SET is_told = 1 WHERE name = $1 AND id = $2 AND error = '' AND is_told = 0
    AND visitors >= $3 RETURNING visitors`,
    [name, id, worthMail],
  );
  return claimed?.visitors;
}

/** Gives a claim back, so that the next failure sends the mail. */
export async function giveMailBack({ database }: Store, { name, id }: ReleaseRef): Promise<void> {
  const statement = "UPDATE faults SET is_told = 0 WHERE name = $1 AND id = $2 AND error = ''";
  await database.run(statement, [name, id]);
}

/** The shell's map has 600 kB. */
const mostMapBytes = 8 * 1024 * 1024;

/** Finds source lines by the maps of releases; a line names its section if it is not this one. */
function sourceLines(name: string, { open }: Pick<Releases, 'open'>) {
  const maps = new Map<string, Promise<SourceMap | undefined>>();

  function mapOf(ref: ReleaseRef, file: string): Promise<SourceMap | undefined> {
    const key = `${formatRef(ref)}/${file}`;
    const read = async () => {
      const text = await (await open(ref)).read(file);
      const isRead = text !== undefined && text.length <= mostMapBytes;
      return isRead ? new SourceMap(JSON.parse(String(text)) as SourceMapPayload) : undefined;
    };
    // A map may be invalid, as it is not trusted; then it counts as missing.
    const known = maps.get(key) ?? read().catch(() => undefined);
    maps.set(key, known);
    return known;
  }

  return async (place: string): Promise<string> => {
    const [text = '', ...path] = place.split('/');
    const inScript = path.join('/');
    const ref = parseRef(text);
    const [, script, line, column] = /^(.*):(\d+):(\d+)$/.exec(inScript) ?? [];
    const map = ref && (await mapOf(ref, `${script}.map`));
    const found = map && findSource(map, Number(line) - 1, Number(column) - 1);
    const of = ref?.name === name ? '' : `${ref?.name}: `;
    return found ? `${of}${printable(found, 200)} (${inScript})` : `${of}${inScript}`;
  };
}

/** @param line counts from zero, like `column` @returns such as `src/page.tsx:12` */
function findSource(map: SourceMap, line: number, column: number): string | undefined {
  const entry = map.findEntry(line, column);
  if (!('originalSource' in entry) || entry.generatedLine !== line) return undefined;
  const { originalSource, originalLine } = entry;
  return typeof originalSource === 'string' ? `${originalSource}:${originalLine + 1}` : undefined;
}
