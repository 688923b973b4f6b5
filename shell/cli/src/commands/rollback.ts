import { rollBack } from '@portfolio/releases/live/move-live.ts';
import { isReleaseRef } from '@portfolio/releases/release/release.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { type Command, Option } from 'commander';
import { expectReleased, withStore } from '../project/project.ts';
import {
  askFacts,
  findPrivateHalf,
  publishingClient,
  sendSigned,
} from '../publishing/publishing-client.ts';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';
import { prerenderMissing } from './prerender.ts';

/** `portfolio rollback <name> [id]` */
export function defineRollback(command: Command): void {
  command
    .argument('<name>', '"shell" or a section')
    .argument('[id]', 'the release, as the table of "releases" names it')
    .addOption(new Option('--force', 'also when it does not suit what is live').conflicts('to'))
    .option('--to <site>', 'on a site over HTTPS, such as https://www.example.com')
    .action(rollback);
}

/** `portfolio activate <name> <id> --to <site>` */
export function defineActivate(command: Command): void {
  command
    .argument('<name>', '"shell" or a section')
    .argument('<id>', 'the release')
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
    console.log(`${name}@${await rollBack(store, name, id, { isForced })} is live.`);
    // It comes back into the navigation.
    if (before.length === 0) await prerenderMissing(store, { report: console.error });
  });
}

/** `portfolio rollback` and `portfolio activate` on a site over HTTPS. */
async function moveTo(
  does: 'roll back' | 'activate',
  name: string,
  id: string | undefined,
  to: string,
): Promise<void> {
  const command = does === 'activate' ? 'portfolio activate' : 'portfolio rollback';
  if (id !== undefined && !isReleaseRef({ name, id }))
    throw new WrongUseError(
      `"${name}@${id}" is no release. For example: ${command} blog 0123456789ab`,
    );
  const site = publishingClient(to);
  const privateKey = await findPrivateHalf(name);
  const facts = await askFacts(site);
  const live = facts.live.get(name) ?? null;
  // What visitors have instead of a live release that is broken is the one before.
  const release = id ?? facts.releases.get(name)?.find((known) => known.id !== live)?.id;
  if (!release)
    throw new NotPossibleError(
      `${site.origin} has no release of ${name} before the live one. Name one: ${command} ${name} <id> --to ${site.origin}; \`portfolio releases --to ${site.origin}\` lists them.`,
    );
  await sendSigned(site, privateKey, { does, section: name, release, live });
  console.log(`${name}@${release} is live.`);
}
