import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { refuse } from '../src/releases/release-errors.ts';
import { rollBack } from '../src/releases/store/rollback.ts';
import { listNames, storeIn } from '../src/releases/store/store.ts';
import { runCommand } from './run-command.ts';

/** `npm run rollback -- <name> [id]` */
await runCommand(async () => {
  const [name = '', id] = parseArgs({ allowPositionals: true }).positionals;
  const store = storeIn(readConfig(process.env).DATA_DIR);
  const names = await listNames(store);
  if (!names.includes(name)) throw refuse.notReleased(name, names);
  console.log(`${name}@${await rollBack(store, name, id)} is live.`);
});
