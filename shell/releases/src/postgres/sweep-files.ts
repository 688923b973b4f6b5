import type { Run } from './pool.ts';

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
