import {
  formatRef,
  parseRef,
  type Release,
  type ReleaseRef,
} from '@portfolio/releases/release/release.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import {
  claimMail,
  giveMailBack,
  type KnownError,
  noteFault,
  readThrown,
  type ThrownError,
} from '@portfolio/releases/store/faults.ts';
import { readLiveOf } from '@portfolio/releases/store/store.ts';
import express, { type RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { limitRequests, refuseForeign, visitorGroup } from '../http/guards.ts';
import type { Parts } from '../parts.ts';

const beacon = z.object({
  /** Such as `home@0123456789ab`. */
  release: z.string(),
  /** Whether the page could not use the release; otherwise it survived an error of it. */
  hasFailed: z.boolean(),
  error: z.string(),
});

/** Pages send no longer report. */
const longestReport = 600;
const mostPlaces = 5;

/** The class of an error; its message may contain what a visitor typed. */
const errorClass = /^([A-Z][A-Za-z]{0,30})?Error$/;

/** A position in a script of a release, in the stacks of all browsers. */
const place =
  /\/releases\/([a-z][a-z0-9-]{0,40})\/([0-9a-f]{12})\/([\w./-]{1,100}\.mjs):(\d{1,7}):(\d{1,7})/g;

/** A page sends one for each release that fails, and one for each that throws. */
const mostInMinute = 30;

/** How many reports stay in memory, so that a visitor group counts once for a release. */
const mostRecent = 5000;

/**
 * `POST /api/faults`: a page reports that it could not use a release, or that one threw. The owner gets one mail about
 * a live release that fails three visitor groups (`worthMail`). A visitor group is an IPv4 address or an IPv6 /56,
 * whose many addresses would otherwise count each.
 */
export function faultsCall({ store, live, log, config, contact }: Parts): RequestHandler[] {
  // A report that could not be recorded is not kept.
  const recent = new LRUCache<string, true, () => Promise<true>>({
    max: mostRecent,
    fetchMethod: (_key, _before, { context }) => context(),
  });
  const limit = limitRequests(config, { limit: mostInMinute });
  const readJson = express.json({ limit: 2 * longestReport });
  const note: RequestHandler = async (request, response) => {
    const { data } = beacon.safeParse(request.body);
    const ref = data && parseRef(data.release);
    if (!ref) throw new RefusedError('This is no report of a release.', 400);
    const key = `${data.hasFailed} ${data.release} ${visitorGroup(request)}`;
    await recent.forceFetch(key, { context: () => record(ref, data).then(() => true) });
    response.status(204).end();
  };
  return [limit, refuseForeign, readJson, note];

  async function record(ref: ReleaseRef, { hasFailed, error }: z.infer<typeof beacon>) {
    const [set, release] = await Promise.all([live.current(), live.find(ref)]);
    // A visitor can invent a release.
    if (!release || !set) return;
    const thrown = readReport(error, [release, set.shell]);
    if (thrown) await noteFault(store, ref, thrown);
    if (!hasFailed) return;
    log.warn({ release: formatRef(ref) }, "A release failed, as a visitor's page says");
    await noteFault(store, ref);
    await tellOwnerOnce(ref);
  }

  async function tellOwnerOnce(ref: ReleaseRef): Promise<void> {
    const [liveId, before] = (await readLiveOf(store.database, ref.name)).ids;
    const failed = liveId === ref.id ? await claimMail(store, ref) : undefined;
    if (failed === undefined) return;
    try {
      const thrown = await readThrown(store, ref);
      const text = wordsOfMail(ref, failed, thrown.slice(0, mostThrown), before);
      await contact.notify(`${formatRef(ref)} fails visitors`, text);
    } catch (error) {
      log.error({ release: formatRef(ref), reason: String(error) }, 'The owner could not be told');
      await giveMailBack(store, ref);
    }
  }
}

/**
 * Parses a page's report of an error, such as `TypeError /releases/home/0123456789ab/remoteEntry.mjs:1:23`.
 * Reports can be forged, so it keeps only a known class and positions in files of these releases.
 */
function readReport(
  report: string,
  releases: readonly (ReleaseRef & Pick<Release, 'files'>)[],
): ThrownError | undefined {
  const text = report.slice(0, longestReport);
  const [claimed = ''] = text.split(' ', 1);
  const places = new Set<string>();
  for (const [, name, id, file = '', line, column] of text.matchAll(place)) {
    const release = releases.find((each) => each.name === name && each.id === id);
    if (release && Object.hasOwn(release.files, file))
      places.add(`${name}@${id}/${file}:${line}:${column}`);
  }
  const isKnown = errorClass.test(claimed);
  // A script that hangs throws nothing.
  if (!isKnown && places.size === 0) return undefined;
  return { error: isKnown ? claimed : 'Error', places: [...places].slice(0, mostPlaces) };
}

/** The mail lists the latest errors; the command shows all. */
const mostThrown = 3;

/**
 * Words the mail to the owner.
 * @param failed the number of visitor groups
 * @param before the id of the release before, if there is one
 */
function wordsOfMail(
  ref: ReleaseRef,
  failed: number,
  thrown: readonly KnownError[],
  before: string | undefined,
): string {
  const { name } = ref;
  const errors = thrown.map(({ error, lines }) => [`  - ${error}`, ...lines].join('\n      at '));
  const none = 'They say of no error: a script that hangs, or does not arrive, throws none.';
  return [
    `${formatRef(ref)} failed ${failed} visitors, as their browsers say.\n`,
    ...(errors.length > 0 ? ['It threw:\n', ...errors] : [none]),
    `\nAll errors of ${name}: npx portfolio releases faults ${name}`,
    'Such reports can be forged, so nothing was changed. This is the only mail about this release.\n',
    before
      ? `To go back to ${name}@${before}: npx portfolio rollback ${name}`
      : `There is no release before it to go back to: deploy a repaired one, or retire ${name}.`,
    '',
  ].join('\n');
}
