import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { isMissing, NotRemovedError } from '../folder/files.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import type { Schema } from '../ledger/sqlite.ts';
import { fallbackDepth, idsIn } from '../live/pointer.ts';
import { noRelease } from '../release/errors.ts';
import { hashApart } from '../release/fingerprint.ts';
import { checkDescription } from '../release/read-release.ts';
import { most, type Release, releaseSchema } from '../release/release.ts';
import { blockBytes, type ListedRelease, type RemoteStore } from '../store/store.ts';
import type { Run } from './pool.ts';

/**
 * A content is kept once, by its hash, however many releases have it. `changed` counts what a machine's
 * copy has to follow; nothing reads `version` any more.
 */
export const releasesSchema: Schema = {
  name: 'releases',
  // Few: pages are served from the replica.
  connections: 9,
  migrations: [
    [
      `CREATE TABLE IF NOT EXISTS sections (
    name TEXT PRIMARY KEY,
    ids TEXT NOT NULL DEFAULT '[]',
    retired TEXT NOT NULL DEFAULT '[]',
    built_from TEXT,
    version BIGINT NOT NULL DEFAULT 0,
    changed BIGINT NOT NULL DEFAULT 0
  )`,
      `CREATE TABLE IF NOT EXISTS files (
    integrity TEXT PRIMARY KEY,
    content BYTEA NOT NULL,
    brotli BYTEA
  )`,
      // Pictures and brotli files do not compress further.
      `ALTER TABLE files ALTER content SET STORAGE EXTERNAL, ALTER brotli SET STORAGE EXTERNAL`,
      `CREATE TABLE IF NOT EXISTS releases (
    name TEXT NOT NULL REFERENCES sections,
    id TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at TEXT NOT NULL,
    commit TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    left_at TIMESTAMPTZ,
    PRIMARY KEY (name, id)
  )`,
      `CREATE TABLE IF NOT EXISTS release_files (
    name TEXT NOT NULL,
    id TEXT NOT NULL,
    integrity TEXT NOT NULL REFERENCES files,
    PRIMARY KEY (name, id, integrity),
    FOREIGN KEY (name, id) REFERENCES releases ON DELETE CASCADE
  )`,
      `CREATE INDEX IF NOT EXISTS release_files_by_content ON release_files (integrity)`,
      `CREATE TABLE IF NOT EXISTS pages (
    name TEXT NOT NULL,
    id TEXT NOT NULL,
    frame TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (name, id, frame),
    FOREIGN KEY (name, id) REFERENCES releases ON DELETE CASCADE
  )`,
    ],
  ],
};

/** The channel on which machines are notified of a change. */
export const channel = 'releases';

/** How often each name has changed. The shell comes last, when its sections are there. */
export const changesOfNames = `SELECT name, changed FROM sections ORDER BY name = 'shell', name`;

/** A row of it. */
export interface Change {
  name: string;
  changed: number;
}

/** The releases of all machines. What changes them is told with the commit, or not at all. */
export function sharedReleases(run: Run) {
  async function tell(name: string): Promise<void> {
    await run('UPDATE sections SET changed = changed + 1 WHERE name = $1', [name]);
    await run('SELECT pg_notify($1, $2)', [channel, name]);
  }

  return {
    /** A content is kept once; a broken release is replaced. */
    async publish(release, staging) {
      const { name, id, createdAt, commit } = release;
      const sent = await keepContents(run, release, staging);
      const known = await findRelease(run, release);
      if (known && sent === 0) return known;
      const bytes = Object.values(release.files).reduce((sum, file) => sum + file.bytes, 0);
      await run(
        `INSERT INTO releases (name, id, description, created_at, commit, bytes)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (name, id) DO UPDATE SET description = excluded.description`,
        [name, id, describe(known ?? release), createdAt, commit, bytes],
      );
      await run(
        'INSERT INTO release_files SELECT $1, $2, * FROM unnest($3::text[]) ON CONFLICT DO NOTHING',
        [name, id, contentsOf(release)],
      );
      await tell(name);
      return known ?? release;
    },

    async point(name, ids) {
      const [live] = ids;
      // A machine whose copy is that of another database has releases that this one lacks.
      if (live && (await findDescription(run, { name, id: live })) === undefined)
        throw noRelease(name, live);
      const [row] = await run<{ ids: string }>('SELECT ids FROM sections WHERE name = $1', [name]);
      const before = idsIn(row?.ids ?? '') ?? [];
      await run('UPDATE sections SET ids = $2 WHERE name = $1', [name, JSON.stringify(ids)]);
      const given = ids.slice(0, fallbackDepth);
      const left = before.slice(0, fallbackDepth).filter((id) => !given.includes(id));
      const leave = 'UPDATE releases SET left_at = now() WHERE name = $1 AND id = ANY($2)';
      await run(leave, [name, left]);
      await tell(name);
    },

    async retire(name, ids) {
      await run('UPDATE sections SET retired = $2 WHERE name = $1', [name, JSON.stringify(ids)]);
    },

    async remove({ name, id }) {
      const statement = 'DELETE FROM releases WHERE name = $1 AND id = $2 RETURNING id';
      const gone = await run(statement, [name, id]);
      if (gone.length === 0) throw new NotRemovedError('another process removed it meanwhile');
      if (name === 'shell') await run('DELETE FROM pages WHERE frame LIKE $1', [`${id}-%`]);
      await tell(name);
    },

    sweep: () => sweepFiles(run),

    async keepPages({ name, id, layout }, text) {
      await run(
        `INSERT INTO pages (name, id, frame, content) SELECT name, id, $3, $4 FROM releases
        WHERE name = $1 AND id = $2
        ON CONFLICT (name, id, frame) DO UPDATE SET content = excluded.content`,
        [name, id, layout, text],
      );
      await tell(name);
    },

    async builtFrom(name) {
      const [row] = await run<{ built_from: string | null }>(
        'SELECT built_from FROM sections WHERE name = $1',
        [name],
      );
      return row?.built_from ?? undefined;
    },

    async rememberBuilt(name, hash) {
      await run('UPDATE sections SET built_from = $2 WHERE name = $1', [name, hash]);
    },

    async list(name) {
      const rows = await run<ListedRelease & { asking: string | null }>(
        `SELECT name, id, created_at AS "createdAt", commit, bytes, bytes
          + ${blockBytes} * (SELECT count(*) FROM release_files AS f WHERE f.name = r.name AND f.id = r.id)
          + (SELECT coalesce(sum(octet_length(content)), 0) FROM pages AS p
            WHERE p.name = r.name AND p.id = r.id) AS stored,
          CASE WHEN strpos(description, '"origins": {') > 0 THEN description END AS asking
        FROM releases AS r WHERE name = $1 ORDER BY created_at DESC`,
        [name],
      );
      return rows.map(({ asking, ...row }) => {
        const { data } = releaseSchema.safeParse(asking && JSON.parse(asking));
        return data?.origins ? { ...row, origins: data.origins } : row;
      });
    },

    async left(name) {
      const rows = await run<{ id: string; at: Date }>(
        'SELECT id, left_at AS at FROM releases WHERE name = $1 AND left_at IS NOT NULL',
        [name],
      );
      return new Map(rows.map(({ id, at }) => [id, at]));
    },

    async leave({ name, id }, at) {
      await run('UPDATE releases SET left_at = $3 WHERE name = $1 AND id = $2', [name, id, at]);
    },
  } satisfies Partial<RemoteStore>;
}

/** As a folder has it. */
function describe(release: Release): string {
  return `${JSON.stringify(release, null, 2)}\n`;
}

function contentsOf({ files }: Release): string[] {
  return [...new Set(Object.values(files).map(({ integrity }) => integrity))];
}

/** The text of its `release.json`; nothing when there is no such release. */
export async function findDescription(run: Run, { name, id }: ReleaseRef) {
  const [row] = await run<{ description: string }>(
    'SELECT left(description, $3) AS description FROM releases WHERE name = $1 AND id = $2',
    [name, id, most.descriptionBytes],
  );
  return row?.description;
}

/** The release as it was first kept; nothing when there is none, or a broken one. */
async function findRelease(run: Run, ref: ReleaseRef): Promise<Release | undefined> {
  const description = await findDescription(run, ref);
  try {
    return description === undefined ? undefined : checkDescription(Buffer.from(description), ref);
  } catch (error) {
    if (error instanceof BrokenFileError) return undefined;
    throw error;
  }
}

/**
 * Sends what is not there yet, or not as its hash says. What is there is locked, so that no other process
 * removes it meanwhile.
 * @returns how many contents were sent
 */
async function keepContents(run: Run, release: Release, staging: string): Promise<number> {
  const known = await run<{ integrity: string }>(
    `SELECT integrity FROM files WHERE integrity = ANY($1)
    AND integrity = 'sha384-' || encode(sha384(content), 'base64') FOR KEY SHARE`,
    [contentsOf(release)],
  );
  let sent = 0;
  const there = new Set(known.map(({ integrity }) => integrity));
  for (const [file, { integrity }] of Object.entries(release.files)) {
    if (there.has(integrity)) continue;
    there.add(integrity);
    const content = await readFile(path.join(staging, file));
    if ((await hashApart(content)) !== integrity)
      throw new TypeError(`${file} has changed since it was described.`);
    const brotli = await readFile(path.join(staging, `${file}.br`)).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
    await run(
      `INSERT INTO files (integrity, content, brotli) VALUES ($1, $2, $3)
      ON CONFLICT (integrity) DO UPDATE SET content = excluded.content, brotli = excluded.brotli`,
      [integrity, content, brotli],
    );
    sent += 1;
  }
  return sent;
}

/** PostgreSQL's word for a row that another one points to. */
const foreignKey = '23503';

/** In several statements: a thousand contents of 1 MB in one exceeded its timeout. */
const mostAtOnce = 20;

/** Removes the contents that no release has any more. */
async function sweepFiles(run: Run): Promise<void> {
  // What a deploy is about to use is locked by it, and passed over.
  const sweepSome = () =>
    run(
      `DELETE FROM files WHERE integrity IN (
      SELECT integrity FROM files WHERE NOT EXISTS (
        SELECT FROM release_files WHERE release_files.integrity = files.integrity)
      LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING integrity`,
      [mostAtOnce],
    ).catch((error) => {
      // Used meanwhile: it stays until the next time.
      if (error.code !== foreignKey) throw error;
      return [];
    });
  while ((await sweepSome()).length === mostAtOnce);
}
