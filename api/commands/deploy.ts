import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { deploy } from '../src/releases/deploy.ts';
import { refuse } from '../src/releases/release-errors.ts';
import { deployableFolders } from '../src/releases/section-folders.ts';
import { storeIn } from '../src/releases/store.ts';
import { runCommand } from './run-command.ts';

/** `npm run deploy -- <name> [--preview]` */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { preview: { type: 'boolean', default: false } },
  });
  const folders = await deployableFolders();
  const name = positionals[0] ?? '';
  const source = folders.get(name);
  if (!source || positionals.length > 1)
    throw refuse.unknownName(positionals.join(' '), [...folders.keys()]);
  const store = storeIn(readConfig(process.env).DATA_DIR);
  const release = await deploy(store, { name, source, isPreview: values.preview });
  console.log(`${name}@${release.id} is ${values.preview ? 'released as a preview' : 'live'}.`);
});
