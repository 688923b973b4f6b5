import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { readFolder } from '@portfolio/releases/release/files.ts';
import { pack } from 'tar-stream';
import { type BuiltFolder, makeRelease } from '../deploy/deploy-sources.ts';
import { readLiveSite } from '../deploy/live-site.ts';
import {
  type Deployable,
  type Purpose,
  tellDeployed,
  temporaryFolder,
} from '../project/project.ts';
import { exitAtSignals, showProgress } from '../terminal/terminal.ts';
import { siteOfTeam } from './site.ts';

/** Makes a release beside what is live on a site, and publishes it there, or has it checked alone. */
export async function publishTo(
  deployable: Deployable,
  to: string,
  purpose: Purpose,
): Promise<void> {
  const { name } = deployable;
  const { isPreview, isCheckOnly } = purpose;
  exitAtSignals();
  const site = await siteOfTeam(to, name);
  const { releases } = await site.list(name);
  const live = releases.find(({ is }) => is === 'live')?.id ?? '';
  const how = isCheckOnly ? 'check' : `live=${live}${isPreview ? '&preview' : ''}`;
  showProgress(`Checking, building and rendering ${name}`);
  const beside = await readLiveSite(await site.facts(), site.read);
  const built = await makeRelease(beside, deployable, temporaryFolder('build'));
  const archive = await packUpload(built);
  showProgress(`Sending ${archive.length.toLocaleString('en')} bytes`);
  const id = await site.change('PUT', name, how, archive);
  tellDeployed({ ...built.declared, id }, purpose, site.origin);
}

/** Packs a built release as the `.tar.gz` that a site takes. */
async function packUpload({ folder, declared }: BuiltFolder) {
  const archive = pack();
  archive.entry({ name: 'release.json' }, JSON.stringify(declared));
  for (const [name, content] of await readFolder(folder)) archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive.pipe(createGzip()));
}
