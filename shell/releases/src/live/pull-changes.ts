import { createHash } from 'node:crypto';
import { lackingHere } from '../contents/contents.ts';
import { byHash, type ContentRef } from '../contents/integrity.ts';
import type { Row, Steps, Value } from '../database/database.ts';
import { DatabaseAwayError } from '../database/database-errors.ts';
import { isSourceMap, type Release } from '../release/release.ts';
import { fallbackDepth, findRelease, readLiveOf } from '../store/release-rows.ts';
import { readChangeNumberAnew, type Store } from '../store/store.ts';
import { writeRow } from '../store/write-row.ts';
import { mostTried } from './follow-live-releases.ts';

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

const releaseKey = ['name', 'id'];
const pageKey = ['name', 'id', 'layout'];

/**
 * Makes this machine's copy what the database says: first the contents that are going to be served are in
 * its folder, then what is live changes in one transaction.
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
    const added = await fetchReleases(now);
    await fetchContents(now, isFollowing ? added : []);
    const pages = await fetchPages(now);
    // Another process of this machine may have been faster, and may know more.
    const isDone = await local.transact(() => writeCopy(now, before, pages));
    if (!isDone) return pull();
    readChangeNumberAnew({ local });
    isFollowing = true;
    hashesOfPages.clear();
    for (const [name, id, layout, md5] of now.pages) hashesOfPages.set(name + id + layout, md5);
  }

  /** A shell cannot be retired, so a database without one is the wrong one, or empty. */
  function refuseEmpty({ live }: Snapshot): void {
    if (live.some(({ name, ids }) => name === 'shell' && ids !== '[]')) return;
    if (readLiveOf({ local }, 'shell').ids.length === 0) return;
    throw new DatabaseAwayError(
      `The database has no live shell, and this machine has: it goes on with its own copy. Is DATABASE_URL the right one? If so, \`npm run releases -- copy\` fills it; to begin anew, remove copy.sqlite from ${dataDir}.`,
    );
  }

  /** The row of a key in the database; none if it is gone again. */
  function selectRow(table: string, key: readonly string[], values: readonly Value[]) {
    const where = key.map((column, at) => `${column} = $${at + 1}`).join(' AND ');
    return facts.run(`SELECT * FROM ${table} WHERE ${where}`, values);
  }

  /** Adds the releases that this machine lacks: until one is live, or asked for, a row is all of it. */
  async function fetchReleases({ releases }: Snapshot): Promise<Release[]> {
    const known = local.read<{ key: string }>(`SELECT name || '@' || id AS key FROM releases`);
    const here = new Set(known.map(({ key }) => key));
    const added: Row[] = [];
    for (const [name, id] of releases)
      if (!here.has(`${name}@${id}`))
        added.push(...(await selectRow('releases', releaseKey, [name, id])));
    await local.transact(function* () {
      for (const row of added) yield writeRow('releases', row, releaseKey);
    });
    return added.map(({ description }) => JSON.parse(String(description)));
  }

  /**
   * Of what is live, and of new previews: their makers open them at once. Those of other releases come
   * when they are asked for.
   */
  async function fetchContents({ live }: Snapshot, added: readonly Release[]): Promise<void> {
    for (const { name, ids } of live) {
      let whole = 0;
      for (const id of (JSON.parse(ids) as string[]).slice(0, mostTried))
        if (whole < fallbackDepth && (await fetchFiles(findRelease({ local }, { name, id }))))
          whole += 1;
    }
    for (const release of added) await fetchFiles(release);
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
      for (const { name = '', id = '', layout = '' } of local.read(
        `SELECT ${pageKey} FROM pages`,
      )) {
        const select = 'SELECT content FROM pages WHERE name = $1 AND id = $2 AND layout = $3';
        const [page] = local.read(select, [name, id, layout]);
        const md5 = createHash('md5').update(String(page?.content)).digest('hex');
        hashesOfPages.set(`${name}${id}${layout}`, md5);
      }
    const rows: Row[] = [];
    for (const [name, id, layout, md5] of pages)
      if (hashesOfPages.get(name + id + layout) !== md5)
        rows.push(...(await selectRow('pages', pageKey, [name, id, layout])));
    return rows;
  }

  return pull;
}

/** @returns whether the copy was still the one of before */
function* writeCopy(
  now: Snapshot,
  before: number | undefined,
  pages: readonly Row[],
): Steps<boolean> {
  const [here] = yield ['SELECT number FROM changes'];
  if (here?.number !== before) return false;
  const whole = { live: ['name'], grants: ['section', 'kind', 'value'], team_keys: ['id'] };
  for (const [table, key] of Object.entries(whole)) {
    yield [`DELETE FROM ${table}`];
    for (const row of now[table as keyof typeof whole]) yield writeRow(table, row, key);
  }
  for (const row of pages) yield writeRow('pages', row, pageKey);
  // What another machine has pruned.
  yield [
    `DELETE FROM pages WHERE (name, id, layout) NOT IN (
      SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1))`,
    [JSON.stringify(now.pages)],
  ];
  const releases = [JSON.stringify(now.releases)];
  yield [
    `DELETE FROM releases WHERE (name, id) NOT IN (
      SELECT value ->> 0, value ->> 1 FROM json_each($1))`,
    releases,
  ];
  yield [
    `UPDATE releases SET left_at = there.value ->> 2 FROM json_each($1) AS there
    WHERE name = there.value ->> 0 AND releases.id = there.value ->> 1`,
    releases,
  ];
  yield ['UPDATE changes SET number = $1', [now.number]];
  return true;
}
