import { parseArgs } from 'node:util';
import { readConfig } from '@portfolio/api/config.ts';
import { refuse, storeIn } from '@portfolio/releases';
import { deploy } from '../deploy/deploy.ts';
import { openInspection, skipInspection } from '../deploy/inspection.ts';
import { previewLink } from '../deploy/preview-link.ts';
import { deployableFolders } from '../deploy/section-folders.ts';
import { runCommand } from './run-command.ts';

const options = {
  preview: { type: 'boolean', default: false },
  'skip-browser': { type: 'boolean', default: false },
} as const;

/** `npm run deploy -- <name> [--preview] [--skip-browser]` */
await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const folders = await deployableFolders();
  const name = positionals[0] ?? '';
  const source = folders.get(name);
  if (!source || positionals.length > 1)
    throw refuse.unknownName(positionals.join(' '), [...folders.keys()]);
  const config = readConfig(process.env);
  const store = storeIn(config.DATA_DIR);
  const inspection = values['skip-browser']
    ? skipInspection(console.log)
    : openInspection(store, {
        linkTo: (release) => previewLink(config, release),
        say: console.log,
      });
  try {
    const release = await deploy(store, { name, source, isPreview: values.preview, inspection });
    if (values.preview)
      console.log(`Preview of ${name}@${release.id}: ${previewLink(config, release)}`);
    else console.log(`${name}@${release.id} is live.`);
  } finally {
    await inspection.close();
  }
});
