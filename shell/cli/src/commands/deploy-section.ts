#!/usr/bin/env node
import path from 'node:path';
import { parseArgs } from 'node:util';
import { refuse, storeIn } from '@portfolio/releases';
import { deploy } from '../deploy/deploy.ts';
import { openInspection } from '../deploy/inspection.ts';
import { readManifest } from '../deploy/manifest.ts';
import { runCommand } from './run-command.ts';

/**
 * `portfolio-deploy [--preview]`: releases the section in the current folder, wherever it lies, into
 * the store that DATA_DIR names. It comes with the packed kit; see the README, "A team alone".
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { preview: { type: 'boolean', default: false } } });
  const { DATA_DIR } = process.env;
  if (!DATA_DIR) throw refuse.noStore();
  const source = process.cwd();
  const { name: packageName } = await readManifest(source);
  const name = packageName.replace(/^.*remote-/, '');
  const store = storeIn(path.resolve(DATA_DIR));
  const inspection = openInspection(store, {
    linkTo: (release) => `?preview=${name}@${release.id} on the site`,
    say: console.log,
  });
  try {
    const { id } = await deploy(store, { name, source, isPreview: values.preview, inspection });
    console.log(
      values.preview
        ? `${name}@${id} is released. See it on the site with ?preview=${name}@${id}`
        : `${name}@${id} is live.`,
    );
  } finally {
    await inspection.close();
  }
});
