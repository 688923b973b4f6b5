import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { copyLive } from '../deploy/copy-live.ts';
import { type Build, withBuild } from '../deploy/deploy-sources.ts';
import { type Deployable, type Purpose, tellDeployed } from '../project/project.ts';
import { exitAtSignals, NotPossibleError, showProgress } from '../terminal/terminal.ts';
import { siteOfTeam } from './site.ts';

/** Builds beside a copy of what is live on a site, and publishes there, or has it checked alone. */
export async function publishTo(
  deployable: Deployable,
  to: string,
  purpose: Purpose,
): Promise<void> {
  const { name } = deployable;
  const { isPreview, isCheckOnly } = purpose;
  exitAtSignals();
  const site = await siteOfTeam(to, name);
  const { isPreviewOnly, releases } = await site.list(name);
  if (isPreviewOnly && !isPreview && !isCheckOnly)
    throw new NotPossibleError('This token may only publish previews: add --preview.');
  const live = releases.find(({ is }) => is === 'live')?.id ?? '';
  const how = isCheckOnly ? 'check' : `live=${live}${isPreview ? '&preview' : ''}`;
  const store = await copyLive(await site.facts(), site.read);
  showProgress(`Checking, building and rendering ${name}`);
  await withBuild(store, deployable, async ({ built, ...build }) => {
    const archive = await packUpload(build);
    showProgress(`Sending ${archive.length.toLocaleString('en')} bytes`);
    const id = await site.change('PUT', name, how, archive);
    tellDeployed({ ...built, id }, purpose, site.origin);
  });
}

/** Packs a built release as the `.tar.gz` that a site takes. */
function packUpload({ contents, declared }: Pick<Build, 'contents' | 'declared'>) {
  const archive = pack();
  archive.entry({ name: 'release.json' }, JSON.stringify(declared));
  for (const [name, content] of contents) archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive.pipe(createGzip()));
}
