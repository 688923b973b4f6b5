import { createHash } from 'node:crypto';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { lackingHere } from '../contents/contents.ts';
import { byHash, type ContentRef } from '../contents/integrity.ts';
import type { Row, Steps, Value } from '../database/database.ts';
import { DatabaseAwayError } from '../database/errors.ts';
import { isSourceMap, type Release } from '../release/release.ts';
import { fallbackDepth, readLiveOf } from '../store/releases.ts';
import type { Store } from '../store/store.ts';
import { writeRow } from '../store/write-row.ts';
import { mostTried } from './live-releases.ts';

/** What the database says at one moment, but for descriptions and pages, which are long. */
interface Snapshot {
  number: number;
  live: { name: string; ids: string; retired: string; built_from: string | null }[];
  grants: Row[];
  team_keys: Row[];
  releases: [name: string, id: string, leftAt: number | null][];
  pages: [name: string, id: string, layout: string, md5: string][];
}

/** One statement, so one moment. */
const snapshot = `SELECT
  (SELECT number FROM changes) AS number,
  (SELECT coalesce(json_agg(live), '[]') FROM live) AS live,
  (SELECT coalesce(json_agg(grants), '[]') FROM grants) AS grants,
  (SELECT coalesce(json_agg(team_keys), '[]') FROM team_keys) AS team_keys,
  (SELECT coalesce(json_agg(json_build_array(name, id, left_at)), '[]') FROM releases) AS releases,
  (SELECT coalesce(json_agg(json_build_array(name, id, layout, md5(content))), '[]')
    FROM pages) AS pages`;

/**
 * Makes this machine's copy what the database says: first the contents that are going to be served are in
 * its folder, then all rows change in one transaction.
 */
export function openPull(
  { facts, local, dataDir }: Omit<Store, 'shared'>,
  fetchContent: (ref: ContentRef) => Promise<boolean>,
): () => Promise<void> {
  const hashesOfPages = new Map<string, string>();
  // A copy may be that of another database, whose number is the same.
  let isFollowing = false;

  const numberHere = () => local.read<{ number: number }>('SELECT number FROM changes')[0]?.number;

  async function pull(): Promise<void> {
    const before = numberHere();
    const [there] = await facts.run<{ number: number }>('SELECT number FROM changes');
    if (isFollowing && there?.number === before) return;
    const [now] = (await facts.run(snapshot)) as unknown as [Snapshot];
    refuseEmpty(now);
    const releases = await fetchReleases(now);
    await fetchContents(now, releases);
    const pages = await fetchPages(now);
    // Another process of this machine may have been faster, and may know more.
    const isDone = await local.transact(() => writeCopy(now, { before, releases, pages }));
    if (!isDone) return pull();
    isFollowing = true;
    hashesOfPages.clear();
    for (const [name, id, layout, md5] of now.pages)
      hashesOfPages.set(`${name}@${id} ${layout}`, md5);
  }

  /** A shell cannot be retired, so a database without one is the wrong one, or empty. */
  function refuseEmpty({ live }: Snapshot): void {
    if (live.some(({ name, ids }) => name === 'shell' && ids !== '[]')) return;
    if (readLiveOf({ local }, 'shell').ids.length === 0) return;
    throw new DatabaseAwayError(
      `The database has no live shell, and this machine has: it goes on with its own copy. Is DATABASE_URL the right one? If so, \`npm run releases -- copy\` fills it; to begin anew, remove copy.sqlite from ${dataDir}.`,
    );
  }

  /** The rows of the releases that this machine lacks. */
  async function fetchReleases({ releases }: Snapshot): Promise<Row[]> {
    const known = local.read<{ key: string }>(`SELECT name || '@' || id AS key FROM releases`);
    const here = new Set(known.map(({ key }) => key));
    const rows: Row[] = [];
    for (const [name, id] of releases)
      if (!here.has(`${name}@${id}`)) rows.push(...(await selectRow('releases', { name, id })));
    return rows;
  }

  async function selectRow(table: string, key: Record<string, Value>): Promise<Row[]> {
    const where = Object.keys(key).map((column, at) => `${column} = $${at + 1}`);
    return facts.run(`SELECT * FROM ${table} WHERE ${where.join(' AND ')}`, Object.values(key));
  }

  /**
   * Of what is live, and of new previews: their makers open them at once. Those of other releases come
   * when they are asked for.
   */
  async function fetchContents({ live }: Snapshot, rows: readonly Row[]): Promise<void> {
    for (const { name, ids } of live) {
      let whole = 0;
      for (const id of (JSON.parse(ids) as string[]).slice(0, mostTried)) {
        if (whole === fallbackDepth) break;
        if (await fetchFiles(describe({ name, id }, rows))) whole += 1;
      }
    }
    for (const row of isFollowing ? rows : [])
      await fetchFiles(JSON.parse(String(row.description)));
  }

  function describe({ name, id }: ReleaseRef, rows: readonly Row[]): Release | undefined {
    const select = 'SELECT description FROM releases WHERE name = $1 AND id = $2';
    const found = rows.find((row) => row.name === name && row.id === id);
    const { description } = found ?? local.read(select, [name, id])[0] ?? {};
    return description ? JSON.parse(String(description)) : undefined;
  }

  /** @returns whether all of them are here now */
  async function fetchFiles(release: Release | undefined): Promise<boolean> {
    const files = Object.entries(release?.files ?? {}).filter(([file]) => !isSourceMap(file));
    const wanted = byHash(files.map(([, ref]) => ref));
    const lacking = lackingHere({ dataDir }, wanted.keys()).flatMap(
      (hash) => wanted.get(hash) ?? [],
    );
    const fetched = await Promise.all(lacking.map(fetchContent));
    return release !== undefined && fetched.every(Boolean);
  }

  /** The pages that this machine lacks, or has otherwise. */
  async function fetchPages({ pages }: Snapshot): Promise<Row[]> {
    if (!isFollowing)
      for (const { name, id, layout, content } of local.read('SELECT * FROM pages'))
        hashesOfPages.set(
          `${name}@${id} ${layout}`,
          createHash('md5').update(String(content)).digest('hex'),
        );
    const rows: Row[] = [];
    for (const [name, id, layout, md5] of pages)
      if (hashesOfPages.get(`${name}@${id} ${layout}`) !== md5)
        rows.push(...(await selectRow('pages', { name, id, layout })));
    return rows;
  }

  /** @returns whether the copy was still the one of before */
  function* writeCopy(
    now: Snapshot,
    rows: { before: number | undefined; releases: readonly Row[]; pages: readonly Row[] },
  ): Steps<boolean> {
    const [here] = yield ['SELECT number FROM changes'];
    if (here?.number !== rows.before) return false;
    yield* replaceAll('live', ['name'], now.live);
    yield* replaceAll('grants', ['section', 'kind', 'value'], now.grants);
    yield* replaceAll('team_keys', ['id'], now.team_keys);
    for (const row of rows.releases) yield writeRow('releases', row, ['name', 'id']);
    for (const row of rows.pages) yield writeRow('pages', row, ['name', 'id', 'layout']);
    yield* dropOthers('releases', ['name', 'id'], now.releases);
    yield* dropOthers('pages', ['name', 'id', 'layout'], now.pages);
    for (const left of now.releases)
      yield [
        `UPDATE releases SET left_at = $3 WHERE name = $1 AND id = $2 AND left_at IS NOT $3`,
        left,
      ];
    yield ['UPDATE changes SET number = $1', [now.number]];
    return true;
  }

  return pull;
}

function* replaceAll(table: string, key: readonly string[], rows: readonly Row[]): Steps<void> {
  yield [`DELETE FROM ${table}`];
  for (const row of rows) yield writeRow(table, row, key);
}

/** Removes what another machine has pruned. */
function* dropOthers(
  table: string,
  key: readonly string[],
  kept: readonly (readonly Value[])[],
): Steps<void> {
  const keep = new Set(kept.map((values) => values.slice(0, key.length).join(' ')));
  const rows = yield [`SELECT ${key.join(', ')} FROM ${table}`];
  for (const values of rows.map((row) => Object.values(row)))
    if (!keep.has(values.join(' '))) {
      const where = key.map((column, at) => `${column} = $${at + 1}`).join(' AND ');
      yield [`DELETE FROM ${table} WHERE ${where}`, values];
    }
}
