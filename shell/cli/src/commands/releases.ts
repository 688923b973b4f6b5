import { parseArgs } from 'node:util';
import { readConfig } from '@portfolio/api/config.ts';
import {
  clearStaging,
  findPrunable,
  prune,
  refuse,
  type Store,
  storeIn,
  tableOfReleases,
} from '@portfolio/releases';
import { runCommand } from './run-command.ts';

const options = {
  days: { type: 'string', default: '7' },
  yes: { type: 'boolean', default: false },
} as const;

/** `npm run releases [-- prune [--days 7] [--yes]]` */
await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const store = storeIn(readConfig(process.env).DATA_DIR);
  if (positionals.length === 0) await showReleases(store);
  else if (positionals.join(' ') === 'prune') await pruneReleases(store, values.days, values.yes);
  else throw refuse.unknownOrder(positionals.join(' '));
});

async function showReleases(store: Store): Promise<void> {
  const rows = await tableOfReleases(store, new Date());
  if (rows.length === 0) console.log('Nothing has been released yet. Begin with: npm start');
  else console.table(Object.fromEntries(rows.map(({ id, ...row }) => [id, row])));
}

async function pruneReleases(store: Store, days: string, isAgreed: boolean): Promise<void> {
  if (!/^\d+$/.test(days)) throw refuse.noDays(days);
  const age = Number(days);
  const releases = await findPrunable(store, age, new Date());
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
