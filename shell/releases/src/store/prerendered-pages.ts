import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { hashName, integrityOf } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import { DatabaseError } from '../database/database-errors.ts';
import { layoutName, type PrerenderedPages, writePages } from '../release/parse-pages.ts';
import { changeSite, type Store } from './store.ts';

/**
 * The key of pages. They fit only one layout, as they contain the navigation, and names of classes depend on the
 * order of all modules.
 */
export interface PagesPlace extends ReleaseRef {
  layout: string;
}

export async function keepPages(
  store: Store,
  place: PagesPlace,
  parsed: PrerenderedPages,
): Promise<void> {
  await changeSite(store, () => insertPages(place, parsed));
}

/**
 * Within a transaction: stores parsed pages.
 * @returns false if their release does not exist
 */
export function* insertPages(place: PagesPlace, parsed: PrerenderedPages): Steps<boolean> {
  const { name, id, layout } = place;
  const content = writePages(parsed);
  const hash = hashOf(content);
  const inserted = yield [
    `INSERT INTO pages (name, id, layout, content, hash)
    SELECT name, id, $3, $4, $5 FROM releases WHERE name = $1 AND id = $2
    ON CONFLICT (name, id, layout)
    DO UPDATE SET content = excluded.content, hash = excluded.hash RETURNING layout`,
    [name, id, layoutName.parse(layout), content, hash],
  ];
  return inserted.length > 0;
}

/** Reads the text of pages; undefined if there are none, or the disk damaged them. */
export function readPageText(
  { local }: Store,
  { name, id, layout }: PagesPlace,
): string | undefined {
  const [row] = local.read<{ content: string; hash: string }>(
    'SELECT content, hash FROM pages WHERE name = $1 AND id = $2 AND layout = $3',
    [name, id, layout],
  );
  return row && hashOf(row.content) === row.hash ? row.content : undefined;
}

/** Reads the hash of pages, in the form of `hashName`. */
export function readPageHash(store: Store, place: PagesPlace): string | undefined {
  const text = readPageText(store, place);
  return text === undefined ? undefined : hashOf(text);
}

function hashOf(content: string): string {
  return hashName({ integrity: integrityOf(Buffer.from(content)) });
}

/** Reads pages; undefined if there are none, or the database is unreadable. */
export function readPages(store: Store, place: PagesPlace): PrerenderedPages | undefined {
  try {
    const text = readPageText(store, place);
    return text === undefined ? undefined : new Map(Object.entries(JSON.parse(text)));
  } catch (error) {
    if (error instanceof DatabaseError) return undefined;
    throw error;
  }
}

/** Lists the layouts of a release's pages, without damaged ones, which are made again. */
export function layoutsOf(store: Store, { name, id }: ReleaseRef): string[] {
  const rows = store.local.read<{ layout: string }>(
    'SELECT layout FROM pages WHERE name = $1 AND id = $2 ORDER BY layout',
    [name, id],
  );
  return rows
    .map(({ layout }) => layout)
    .filter((layout) => readPageText(store, { name, id, layout }) !== undefined);
}
