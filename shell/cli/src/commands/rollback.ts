import { parseArgs } from 'node:util';
import { readConfig } from '@portfolio/api/config.ts';
import { listNames, refuse, rollBack, storeIn } from '@portfolio/releases';
import { runCommand } from './run-command.ts';

/** `npm run rollback -- <name> [id]` */
await runCommand(async () => {
  const [name = '', id] = parseArgs({ allowPositionals: true }).positionals;
  const store = storeIn(readConfig(process.env).DATA_DIR);
  const names = await listNames(store);
  if (!names.includes(name)) throw refuse.notReleased(name, names);
  console.log(`${name}@${await rollBack(store, name, id)} is live.`);
});
