import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { idOfKey, previewOnly } from '@portfolio/releases/access/index.ts';
import { contentFile } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import pLimit from 'p-limit';
import { z } from 'zod';
import { deploySources } from '../deploy/deploy-sources.ts';
import { type Deployable, previewPath } from '../project/project.ts';
import { exitAtSignals, NotPossibleError, showProgress } from '../terminal/terminal.ts';
import { mirrorSite } from './mirror-site.ts';
import {
  askFacts,
  askReleases,
  refusalOf,
  retry,
  type SigningClient,
  sendSigned,
  signingClient,
  transientStatuses,
  unexpectedAnswer,
} from './publishing-client.ts';

/** `portfolio deploy --to <site>`: deploys into a mirror of the site, then publishes over the network. */
export async function deployTo(
  deployable: Deployable,
  to: string,
  { isPreview }: { isPreview: boolean },
): Promise<void> {
  const site = await signingClient(to, deployable.name);
  showProgress(`Asking ${site.origin} what is live`);
  const facts = await askFacts(site);
  const { isPreviewOnly } = await askReleases(site, deployable.name);
  if (isPreviewOnly && !isPreview)
    throw new NotPossibleError(previewOnly(idOfKey(createPublicKey(site.privateKey))).message);
  const live = facts.live.get(deployable.name) ?? null;
  exitAtSignals();
  const store = await mirrorSite(site, facts, { isWhole: false });
  showProgress(`Checking, building and rendering ${deployable.name}`);
  const release = await deploySources(store, { ...deployable, isPreview: true });
  const sent = { store, release, live, isPreview };
  const { files, of, bytes } = await sendRelease(site, sent);
  console.log(`Sent ${files} of ${of} files, ${bytes.toLocaleString('en')} bytes.`);
  const ref = `${release.name}@${release.id}`;
  if (isPreview) console.log(`Preview of ${ref}: ${site.origin}${previewPath(release)}`);
  else console.log(`${ref} is live.`);
}

interface Sent {
  store: Store;
  release: Release;
  /** The live release when the deploy began. */
  live: string | null;
  isPreview: boolean;
}

const missingSchema = z.array(
  z.object({ hash: z.string().regex(/^[0-9a-f]{96}$/), bytes: z.int().min(0) }),
);

/** The upload's token becomes part of addresses. */
const begunSchema = z.object({
  upload: z.string().regex(/^[\w-]{1,200}$/),
  missing: missingSchema,
});

const bytesOf = (missing: z.infer<typeof missingSchema>) =>
  missing.reduce((sum, { bytes }) => sum + bytes, 0);

const atOnce = 4;

/** How long a file may take, as on the site. */
const fileMs = 300_000;

/** How often missing contents are sent; after the first round only damaged ones are missing. */
const mostRounds = 3;

/** Publishes a release to a site. @returns the numbers of sent and of all files, and of sent bytes */
export async function sendRelease(
  site: SigningClient,
  sent: Sent,
): Promise<{ files: number; of: number; bytes: number }> {
  const { release, live, isPreview } = sent;
  const contents = contentsOf(sent);
  const begun = await sendSigned(site, {
    does: 'publish',
    section: release.name,
    release: release.id,
    live,
    isPreview,
    description: release,
  });
  const read = begunSchema.safeParse(begun.says);
  if (!read.success) throw unexpectedAnswer(site, 'does not say what it lacks');
  const { upload } = read.data;
  let { missing } = read.data;
  const contentOf = async (hash: string) => {
    const content = contents.get(hash);
    if (content === undefined) throw unexpectedAnswer(site, 'asks for what was not announced');
    return readFile(content);
  };
  const sendFiles = async (lacking: typeof missing) => {
    showProgress(`Sending ${bytesOf(lacking).toLocaleString('en')} bytes`);
    await pLimit(atOnce).map(lacking, async ({ hash }) => {
      const body = new Uint8Array(await contentOf(hash));
      const answer = await retry(() => {
        const signal = AbortSignal.timeout(fileMs);
        return site.ask('PUT', `/api/publishing/${upload}/${hash}`, { body, signal });
      }, transientStatuses);
      if (answer.status >= 300) throw refusalOf(answer);
    });
  };
  const bytes = bytesOf(missing);
  const count = { files: missing.length, of: contents.size, bytes };
  for (let round = 1; ; round += 1) {
    await sendFiles(missing);
    const answer = await retry(
      () => site.ask('POST', `/api/publishing/${upload}`),
      transientStatuses,
    );
    if (answer.status === 200) return count;
    const lacking = missingSchema.safeParse(answer.says.missing);
    if (!lacking.success || round === mostRounds) throw refusalOf(answer);
    missing = lacking.data;
  }
}

/** The files of the contents by hash. */
function contentsOf({ store, release }: Sent): Map<string, string> {
  const hashes = Object.values(release.files).map(hashName);
  return new Map(hashes.map((hash) => [hash, contentFile(store, hash)]));
}
