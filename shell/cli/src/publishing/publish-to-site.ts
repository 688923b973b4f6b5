import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readFolder } from '@portfolio/releases/release/files.ts';
import { packFiles } from '@portfolio/releases/store/release-cache.ts';
import { makeRelease } from '../deploy/deploy-sources.ts';
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
  const { folder, declared } = await makeRelease(beside, deployable, temporaryFolder());
  const files = await readFolder(folder);
  const description = ['release.json', JSON.stringify(declared)] as const;
  const archive = await promisify(gzip)(await packFiles([description, ...files]));
  showProgress(`Sending ${archive.length.toLocaleString('en')} bytes`);
  const id = await site.change('PUT', name, how, archive);
  tellDeployed({ ...declared, id }, purpose, site.origin);
}
