import { clearStaging, findPrunable, prune } from '@portfolio/releases/prune.ts';
import { refuse } from '@portfolio/releases/release-errors.ts';
import { retire } from '@portfolio/releases/retire.ts';
import { listNames, storeIn } from '@portfolio/releases/store.ts';
import { findFaults, type Row, tableOfReleases } from '@portfolio/releases/table.ts';
import { WrongUseError } from '../exit-code.ts';
import { readSettings } from '../project.ts';
import { harmless, sinceThen, toTable } from '../terminal.ts';
import { prerenderQuietly } from './prerender.ts';

const columns = {
  name: ({ name }: Row) => name,
  id: ({ id }: Row) => id,
  is: ({ is }: Row) => is,
  age: ({ createdAt }: Row) => sinceThen(new Date(createdAt)),
  size: ({ bytes }: Row) => `${Math.round(bytes / 1000)} kB`,
  commit: ({ commit }: Row) => commit,
  failed: ({ failed }: Row) => String(failed),
};

/** `portfolio releases` */
export async function showReleases({ json: isJson = false }): Promise<void> {
  const store = storeIn(readSettings().DATA_DIR);
  const rows = await tableOfReleases(store);
  if (isJson) console.log(JSON.stringify(rows, null, 2));
  else if (rows.length > 0) console.log(toTable(rows, columns));
  else console.log('Nothing has been released yet. Begin with: npm start');
  const faults = await findFaults(store);
  if (faults.length > 0)
    console.error(['Broken, and passed over by the site:', ...faults.map(harmless)].join('\n  '));
}

/** `portfolio releases retire <name>` */
export async function retireSection(name: string): Promise<void> {
  const store = storeIn(readSettings().DATA_DIR);
  const names = await listNames(store);
  if (!names.includes(name)) throw refuse.notReleased(name, names);
  const ref = `${name}@${await retire(store, name)}`;
  console.log(`${ref} is not live any more. Bring it back with: npm run rollback -- ${name}`);
  await prerenderQuietly(store);
}

/** `portfolio releases prune` */
export async function pruneReleases({
  days,
  yes: isAgreed = false,
}: {
  days: string;
  yes?: boolean;
}) {
  if (!/^\d+$/.test(days))
    throw new WrongUseError(`"${days}" is no number of days. For example: --days 7`);
  const store = storeIn(readSettings().DATA_DIR);
  const releases = await findPrunable(store, Number(days), new Date());
  const names = releases.map(({ name, id, createdAt }) => `  ${name}@${id}  (${createdAt})`);
  if (isAgreed) await clearStaging(store, new Date());
  if (releases.length === 0) {
    console.log(`There is nothing to remove: no release has been out of use for ${days} days.`);
  } else if (isAgreed) {
    await prune(store, releases);
    console.log(`Removed:\n${names.join('\n')}`);
  } else {
    console.log(`This would be removed:\n${names.join('\n')}`);
    console.log('Remove it with: npm run releases -- prune --yes');
  }
}
