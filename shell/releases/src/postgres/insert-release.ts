import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { isMissing } from '../folder/missing.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { hashApart } from '../release/fingerprint.ts';
import { checkDescription } from '../release/read-release.ts';
import type { Release } from '../release/release.ts';
import type { Run } from './pool.ts';

/**
 * Keeps a release, each content once, within a turn; one that is broken there is mended by it.
 * @returns the release as it was first kept, and whether anything is new
 */
export async function keepRelease(
  run: Run,
  release: Release,
  staging: string,
): Promise<{ kept: Release; isChanged: boolean }> {
  const { name, id, createdAt, commit } = release;
  const sent = await keepContents(run, release, staging);
  const known = await findRelease(run, release);
  if (known && sent === 0) return { kept: known, isChanged: false };
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
  return { kept: known ?? release, isChanged: true };
}

/** As a folder has it. */
function describe(release: Release): string {
  return `${JSON.stringify(release, null, 2)}\n`;
}

function contentsOf({ files }: Release): string[] {
  return [...new Set(Object.values(files).map(({ integrity }) => integrity))];
}

/** The release as it was first kept; nothing when there is none, or a broken one. */
async function findRelease(run: Run, { name, id }: ReleaseRef): Promise<Release | undefined> {
  const [row] = await run<{ description: string }>(
    'SELECT description FROM releases WHERE name = $1 AND id = $2',
    [name, id],
  );
  try {
    return row && checkDescription(Buffer.from(row.description), { name, id });
  } catch (error) {
    if (error instanceof BrokenFileError) return undefined;
    throw error;
  }
}

/**
 * Sends what is not there yet, or not as its hash says. What is there is locked, so that no other process
 * forgets it meanwhile.
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

/** A thousand contents of 1 MB took longer in one statement than a statement may. */
const mostAtOnce = 20;

/** Removes the contents that no release has any more. */
export async function sweepFiles(run: Run): Promise<void> {
  // What a deploy is about to use is locked by it, and passed over.
  const sweepSome = () =>
    run(
      `DELETE FROM files WHERE integrity IN (
      SELECT integrity FROM files WHERE NOT EXISTS (
        SELECT FROM release_files WHERE release_files.integrity = files.integrity)
      LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING integrity`,
      [mostAtOnce],
    ).catch((error) => {
      // Or was used between the two: it stays until the next time.
      if (error.code !== foreignKey) throw error;
      return [];
    });
  while ((await sweepSome()).length === mostAtOnce);
}
