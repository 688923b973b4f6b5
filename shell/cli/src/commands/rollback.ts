import { rollBack } from '@portfolio/releases/live/move-live.ts';
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
  sendSigned,
  signingClient,
} from '../publishing/publishing-client.ts';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';

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

interface RollbackOptions {
  force?: boolean;
  to?: string;
}

async function rollback(
  name: string,
  id: string | undefined,
  { force: isForced = false, to }: RollbackOptions,
) {
  if (to !== undefined) return rollBackOn(to, name, id);
  await withStore(async (store) => {
    expectReleased(store, name);
    const wanted = id && (await completeRef(store, { name, id })).id;
    console.log(`${name}@${await rollBack(store, name, wanted, { isForced })} is live.`);
  });
}

/** Rolls back on a site over HTTPS. A retired section returns with the release that was live. */
async function rollBackOn(to: string, name: string, id: string | undefined): Promise<void> {
  if (id !== undefined && !/^[0-9a-f]{1,12}$/.test(id))
    throw new WrongUseError(
      `"${name}@${id}" is no release. For example: portfolio rollback blog 0123456789ab`,
    );
  const site = await signingClient(to, name);
  const live = (await askFacts(site)).live.get(name) ?? null;
  const { releases } = await askReleases(site, name);
  const before = live === null ? 'retired' : 'previous';
  const release =
    id === undefined ? releases.find(({ is }) => is === before)?.id : completeId(id, releases);
  if (!release)
    throw new NotPossibleError(
      `${site.origin} has no release of ${name} before the live one. Name one: portfolio rollback ${name} <id> --to ${site.origin}; \`npx portfolio releases --to ${site.origin}\` lists them.`,
    );
  if (!releases.some((each) => each.id === release))
    throw new NotPossibleError(
      `${site.origin} has no release ${name}@${release}: \`npx portfolio releases --to ${site.origin}\` lists them.`,
    );
  await sendSigned(site, { does: 'roll back', section: name, release, live });
  console.log(`${name}@${release} is live.`);
}
