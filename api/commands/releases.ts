import { readConfig } from '../src/config.ts';
import { storeIn } from '../src/releases/store.ts';
import { tableOfReleases } from '../src/releases/table.ts';
import { runCommand } from './run-command.ts';

/** `npm run releases` */
await runCommand(async () => {
  const rows = await tableOfReleases(storeIn(readConfig(process.env).DATA_DIR), new Date());
  if (rows.length === 0) console.log('Nothing has been released yet. Begin with: npm start');
  else console.table(Object.fromEntries(rows.map(({ id, ...row }) => [id, row])));
});
