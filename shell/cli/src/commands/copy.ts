import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '@portfolio/api/config.ts';
import { readDatabaseAddress } from '@portfolio/releases/postgres/address.ts';
import { copyStore } from '@portfolio/releases/store/copy-store.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { NotPossibleError, WrongUseError } from '../exit-code.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { harmless, showProgress } from '../terminal.ts';
import { withStoreAt } from '../with-store.ts';

/** `portfolio releases copy --from <place> --to <place>` */
export async function copyReleases({ from, to }: { from: string; to: string }): Promise<void> {
  if (from === to) throw new WrongUseError('--from and --to are the same place.');
  // Checked as the settings are: a mistyped address would otherwise become the name of a folder.
  for (const place of [from, to])
    readConfig(/^\w+:\//.test(place) ? { DATABASE_URL: place } : { DATA_DIR: place });
  if (!isDatabase(from) && !existsSync(path.join(from, 'releases')))
    throw new NotPossibleError(
      `There is no folder ${path.join(from, 'releases')}: --from is the DATA_DIR of a site, or its DATABASE_URL.`,
    );
  const { copied, known, leftOut } = await withPlace(from, (source) =>
    withPlace(to, (target) => copyStore(source, target, showProgress)),
  );
  console.log(
    `${copied} releases were copied, ${known} were there already, every file by its hash.`,
  );
  if (leftOut.length > 0)
    throw new NotPossibleError(
      ['This is broken, and was left out:', ...leftOut.map(harmless)].join('\n  '),
    );
}

function isDatabase(place: string): boolean {
  return readDatabaseAddress(place) !== undefined;
}

/** A copy from or to a database goes through a temporary folder. */
async function withPlace<Result>(
  place: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  if (!isDatabase(place)) return withStoreAt({ DATA_DIR: path.resolve(place) }, work);
  using onTheWay = temporaryFolder('copy');
  return await withStoreAt({ DATA_DIR: onTheWay.folder, DATABASE_URL: place }, work);
}
