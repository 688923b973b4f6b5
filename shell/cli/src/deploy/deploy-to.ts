import { createPublicKey } from 'node:crypto';
import { layoutOf } from '@portfolio/api/document/prerendered.ts';
import { createLog } from '@portfolio/api/log.ts';
import { idOfKey, refusePublish } from '@portfolio/releases/access/index.ts';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { withReleases } from '@portfolio/releases/live/live-set.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { openInspection } from '../browser/inspection.ts';
import { exitAtSignals, NotPossibleError } from '../exit-code.ts';
import { type Deployable, previewPath } from '../project.ts';
import { endBytes, showBytes, showProgress } from '../terminal.ts';
import { askReleases } from './ask-releases.ts';
import { deploy } from './deploy.ts';
import { mirrorSite } from './mirror-site.ts';
import { askFacts, findPrivateHalf, siteAt } from './remote-site.ts';
import { sendRelease } from './send-release.ts';

interface DeployToOptions {
  to: string;
  preview?: boolean;
  skipBrowser?: boolean;
}

/**
 * `portfolio deploy --to <site>`: the same deploy, against what visitors of that site have,
 * and then over the network instead of into a folder.
 */
export async function deployTo(
  deployable: Deployable,
  { to, preview: isPreview = false, skipBrowser = false }: DeployToOptions,
): Promise<void> {
  const site = siteAt(to);
  const privateKey = await findPrivateHalf(deployable.name);
  showProgress(`Asking ${site.origin} what is live`);
  const facts = await askFacts(site);
  const { isPreviewOnly } = await askReleases(site, privateKey, deployable.name);
  if (isPreviewOnly && !isPreview)
    throw new NotPossibleError(
      refusePublish.previewOnly(idOfKey(createPublicKey(privateKey))).message,
    );
  const live = facts.live.get(deployable.name) ?? null;
  exitAtSignals();
  const isWhole = deployable.name === 'shell';
  using mirror = await mirrorSite(site, facts, { isWhole });
  const { store } = mirror;
  // Nothing was sent that could be opened.
  const previewUnseen = `portfolio deploy ${deployable.name} --preview --skip-browser --to ${site.origin}`;
  await using inspection = openInspection(store, {
    linkTo: () => previewUnseen,
    say: sayOwn,
    isSkipped: skipBrowser,
  });
  try {
    showProgress(`Checking, building and inspecting ${deployable.name}`);
    const asked = { ...deployable, isPreview: true, inspection, say: console.log };
    const release = await deploy(store, asked);
    const sent = { store, release, privateKey, live, isPreview, show: showBytes };
    const { files, of, bytes } = await sendRelease(site, sent).finally(endBytes);
    console.log(`Sent ${files} of ${of} files, ${bytes.toLocaleString('en')} bytes.`);
    const ref = `${release.name}@${release.id}`;
    if (isPreview) console.log(`Preview of ${ref}: ${site.origin}${previewPath(release)}`);
    else console.log(`${ref} is live.`);
    if (!isPreview && (await changesNavigation(store, release))) console.log(tellOwner);
  } catch (error) {
    throw error instanceof ReleaseRefusedError ? notSent(error) : error;
  }
}

/** It cannot make the pages of other sections; they are sent without until the owner does. */
const tellOwner =
  'The navigation is another one now. Tell the owner, who makes the pages of the other sections for it with: npm run portfolio -- prerender';

/** The sentences of a deploy into a folder, where nothing has been sent yet. */
function notSent({ message }: ReleaseRefusedError): ReleaseRefusedError {
  return new ReleaseRefusedError(
    message.replace('is in the store, but was not made live', 'was not sent'),
  );
}

function sayOwn(line: string): void {
  if (!line.startsWith('Prerendered')) console.log(line);
}

/** Whether a section gives every page another navigation, and so leaves the others without theirs. */
async function changesNavigation(store: Store, release: Release): Promise<boolean> {
  const releases = followLiveReleases(store, createLog('silent'));
  const live = await releases.fresh();
  if (!live || release.name === 'shell') return false;
  const next = await withReleases(releases, live, [release]);
  return layoutOf(live) !== layoutOf(next);
}
