import { readContent, writeContent } from '../contents/contents.ts';
import { BrokenFileError, byHash } from '../contents/integrity.ts';
import type { Row, Steps } from '../database/database.ts';
import type { Release } from '../release/release.ts';
import { ReleaseRefusedError } from '../release/release-errors.ts';
import { changeSite, type Store } from './store.ts';
import { writeRow } from './write-row.ts';

/** The copied tables. */
const tables = ['releases', 'live', 'tokens', 'faults', 'log'] as const;

/**
 * Copies a store into an empty one, of either kind: each content is compared with its hash, and all rows follow in
 * one transaction. An interrupted copy leaves an empty store, for which it can be begun again.
 * @param onCopied called with each release, such as `home@0123456789ab`
 * @returns how many releases were copied
 * @throws ReleaseRefusedError if the other store is not empty, or a release is broken
 */
export async function copyStore(
  from: Store,
  to: Store,
  onCopied: (release: string) => void,
): Promise<number> {
  await to.facts.transact(refuseFilled);
  const rows: { table: (typeof tables)[number]; row: Row }[] = [];
  for (const table of tables)
    for (const row of await from.facts.run(`SELECT * FROM ${table}`)) rows.push({ table, row });
  const releases = rows.filter(({ table }) => table === 'releases');
  for (const { row } of releases) {
    await copyContents(from, to, row);
    onCopied(`${row.name}@${row.id}`);
  }
  await changeSite(to, function* () {
    yield* refuseFilled();
    for (const { table, row } of rows) yield writeRow(table, row);
  });
  return releases.length;
}

function* refuseFilled(): Steps<void> {
  for (const table of tables) {
    if ((yield [`SELECT 1 AS one FROM ${table} LIMIT 1`]).length > 0)
      throw new ReleaseRefusedError(
        'The place to copy to is in use already, and nothing of it has changed. Name an empty database, or a new folder.',
      );
  }
}

/** @throws ReleaseRefusedError */
async function copyContents(from: Store, to: Store, { name, id, description }: Row): Promise<void> {
  const { files }: Release = JSON.parse(String(description));
  try {
    for (const [file, ref] of Object.entries(files))
      await writeContent(to, await readContent(from, ref, file), file);
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error;
    throw new ReleaseRefusedError(
      `${name}@${id} cannot be copied, as ${error.message}. Deploy it again if it is in use; else remove it with: npx portfolio releases prune --days 0 --yes`,
    );
  }
  await to.shared.sendContents(byHash(Object.values(files)).values());
}
