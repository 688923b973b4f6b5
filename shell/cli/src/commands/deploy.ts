import { parseArgs } from 'node:util';
import { type Config, readConfig } from '@portfolio/api/config.ts';
import { localAddress } from '@portfolio/api/local-address.ts';
import { type Release, refuse, storeIn } from '@portfolio/releases';
import { findBrowser } from '../browser.ts';
import { deploy } from '../deploy/deploy.ts';
import { inspectInBrowser } from '../deploy/inspect-in-browser.ts';
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
  const inspect = async (release: Release) => {
    if (values['skip-browser']) console.log('Not looked at in a browser (--skip-browser).');
    else if (!findBrowser()) console.log('Not looked at in a browser: there is none here.');
    else await inspectInBrowser(store, release, previewLink(config, release));
  };
  const release = await deploy(store, { name, source, isPreview: values.preview, inspect });
  if (values.preview)
    console.log(`Preview of ${name}@${release.id}: ${previewLink(config, release)}`);
  else console.log(`${name}@${release.id} is live.`);
});

/** Opens the previewed section; a shell is previewed on the home page. */
function previewLink({ PUBLIC_URL, PORT }: Config, { name, id }: Release): string {
  const site = PUBLIC_URL ?? localAddress(PORT);
  const path = name === 'shell' ? 'home' : name;
  return new URL(`/${path}?preview=${name}@${id}`, site).href;
}
