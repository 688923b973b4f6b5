import type { KeyObject } from 'node:crypto';
import { rollBack } from '@portfolio/releases/live/move-live.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { type Command, Option } from 'commander';
import {
  completeId,
  completeRef,
  expectReleased,
  sectionName,
  withStore,
} from '../project/project.ts';
import {
  askFacts,
  askReleases,
  findPrivateHalf,
  type PublishingClient,
  publishingClient,
  sendSigned,
} from '../publishing/publishing-client.ts';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';
import { prerenderMissing } from './prerender.ts';

/** `portfolio rollback <name> [id]` */
export function defineRollback(command: Command): void {
  command
    .argument('<name>', '"shell" or a section', sectionName)
    .argument(
      '[id]',
      'the release, as the table of "releases" names it, or the beginning of its id',
    )
    .addOption(new Option('--force', 'also when it does not suit what is live').conflicts('to'))
    .option('--to <site>', 'on a site over HTTPS, such as https://www.example.com')
    .action(rollback);
}

/** `portfolio activate <name> <id> --to <site>` */
export function defineActivate(command: Command): void {
  command
    .argument('<name>', '"shell" or a section', sectionName)
    .argument('<id>', 'the release, or the beginning of its id')
    .requiredOption('--to <site>', 'the site, such as https://www.example.com')
    .action((name: string, id: string, { to }: { to: string }) => moveTo('activate', name, id, to));
}

interface RollbackOptions {
  force?: boolean;
  to?: string;
}

async function rollback(
  name: string,
  id: string | undefined,
  { force: isForced = false, to }: RollbackOptions,
) {
  if (to !== undefined) return moveTo('roll back', name, id, to);
  await withStore(async (store) => {
    expectReleased(store, name);
    const { ids: before } = readLiveOf(store, name);
    const wanted = id && (await completeRef(store, { name, id })).id;
    console.log(`${name}@${await rollBack(store, name, wanted, { isForced })} is live.`);
    // A retired section returns to the navigation.
    if (before.length === 0) await prerenderMissing(store, { report: console.error });
  });
}

/** Rolls back or activates on a site over HTTPS. A retired section returns with the release that was live. */
async function moveTo(
  does: 'roll back' | 'activate',
  name: string,
  id: string | undefined,
  to: string,
): Promise<void> {
  const command = does === 'activate' ? 'portfolio activate' : 'portfolio rollback';
  if (id !== undefined && !/^[0-9a-f]{1,12}$/.test(id))
    throw new WrongUseError(
      `"${name}@${id}" is no release. For example: ${command} blog 0123456789ab`,
    );
  const site = publishingClient(to);
  const privateKey = await findPrivateHalf(name);
  const facts = await askFacts(site);
  const live = facts.live.get(name) ?? null;
  const release =
    (await idOnSite(site, privateKey, name, { id, isRetired: live === null })) ??
    // Of a broken live release visitors already have the one before.
    facts.releases.get(name)?.find((known) => known.id !== live)?.id;
  if (!release)
    throw new NotPossibleError(
      `${site.origin} has no release of ${name} before the live one. Name one: ${command} ${name} <id> --to ${site.origin}; \`portfolio releases --to ${site.origin}\` lists them.`,
    );
  await sendSigned(site, privateKey, { does, section: name, release, live });
  console.log(`${name}@${release} is live.`);
}

/** Completes an id; without one finds that of a retired section, and returns undefined for a live one. */
async function idOnSite(
  site: PublishingClient,
  privateKey: KeyObject,
  name: string,
  { id, isRetired }: { id: string | undefined; isRetired: boolean },
): Promise<string | undefined> {
  const isWhole = id === undefined ? !isRetired : id.length === 12;
  if (isWhole) return id;
  const { releases } = await askReleases(site, privateKey, name);
  if (id === undefined) return releases.find(({ is }) => is === 'retired')?.id;
  return completeId(
    id,
    releases.map((release) => release.id),
  );
}
