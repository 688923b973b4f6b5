import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { NotRemovedError } from '../folder/remove-tree.ts';
import { idsIn } from '../live/pointer.ts';
import { fallbackDepth } from '../live/replaced-at.ts';
import { refuse } from '../release/errors.ts';
import { releaseId, releaseSchema } from '../release/release.ts';
import { blockBytes, type ListedRelease, type RemoteStore } from '../store/remote-store.ts';
import { refuseDatabase } from './errors.ts';
import { keepRelease, sweepFiles } from './insert-release.ts';
import type { Run } from './pool.ts';

/** On which every machine hears that something of a name has changed. */
export const channel = 'releases';

/** The pointer of a name as it was when its turn began. */
export interface Turn {
  name: string;
  version: number;
}

/** Opens the turn of a name: from here on its pointer changes by one version or not at all. */
export async function beginTurn(run: Run, name: string): Promise<Turn> {
  await run('INSERT INTO sections (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
  const [row] = await run<{ version: number }>('SELECT version FROM sections WHERE name = $1', [
    name,
  ]);
  return { name, version: row?.version ?? 0 };
}

/** The releases of all machines; what changes a pointer needs a turn. */
export function sharedReleases(run: Run, turn?: Turn) {
  /** Told with the commit, and not at all without. */
  async function tell(name: string): Promise<void> {
    await run('UPDATE sections SET changed = changed + 1 WHERE name = $1', [name]);
    await run('SELECT pg_notify($1, $2)', [channel, name]);
  }

  async function replacePointer(name: string, ids: readonly string[]): Promise<readonly string[]> {
    const [before] = await run<{ ids: string }>('SELECT ids FROM sections WHERE name = $1', [name]);
    const replaced = await run<{ version: number }>(
      `UPDATE sections SET ids = $2, version = version + 1
      WHERE name = $1 AND version = $3 RETURNING version`,
      [name, JSON.stringify(ids.map((id) => releaseId.parse(id))), turn?.version],
    );
    if (!replaced[0] || !turn) throw refuseDatabase.overtaken(name);
    turn.version = replaced[0].version;
    return idsIn(before?.ids ?? '') ?? [];
  }

  return {
    async publish(release, staging) {
      const { kept, isChanged } = await keepRelease(run, release, staging);
      if (isChanged) await tell(release.name);
      return kept;
    },

    async point(name, ids) {
      const [live] = ids;
      if (live && (await isGone(run, { name, id: live }))) throw refuse.noRelease(name, live);
      const before = await replacePointer(name, ids);
      const left = before
        .slice(0, fallbackDepth)
        .filter((id) => !ids.slice(0, fallbackDepth).includes(id));
      await run('UPDATE releases SET left_at = now() WHERE name = $1 AND id = ANY($2)', [
        name,
        left,
      ]);
      await tell(name);
    },

    async retire(name, ids) {
      await run('UPDATE sections SET retired = $2 WHERE name = $1', [name, JSON.stringify(ids)]);
    },

    async remove({ name, id }) {
      const gone = await run('DELETE FROM releases WHERE name = $1 AND id = $2 RETURNING id', [
        name,
        id,
      ]);
      if (gone.length === 0) throw new NotRemovedError('somebody else removed it meanwhile');
      if (name === 'shell') await run('DELETE FROM pages WHERE frame LIKE $1', [`${id}-%`]);
      await tell(name);
    },

    sweep: () => sweepFiles(run),

    async keepPages({ name, id, frame }, text) {
      await run(
        `INSERT INTO pages (name, id, frame, content) SELECT name, id, $3, $4 FROM releases
        WHERE name = $1 AND id = $2
        ON CONFLICT (name, id, frame) DO UPDATE SET content = excluded.content`,
        [name, id, frame, text],
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

    pages: ({ name, id }) =>
      run<{ frame: string; content: string }>(
        'SELECT frame, content FROM pages WHERE name = $1 AND id = $2',
        [name, id],
      ),

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

async function isGone(run: Run, { name, id }: ReleaseRef): Promise<boolean> {
  const found = await run('SELECT id FROM releases WHERE name = $1 AND id = $2', [name, id]);
  return found.length === 0;
}
