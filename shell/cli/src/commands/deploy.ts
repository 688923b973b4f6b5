import { existsSync } from 'node:fs';
import path from 'node:path';
import { localAddress } from '@portfolio/api/config.ts';
import { DatabaseAwayError } from '@portfolio/releases/database/database.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import { readLiveOf, type Store } from '@portfolio/releases/store/store.ts';
import { type Command, Option } from 'commander';
import { hashInputs } from '../build/build-inputs.ts';
import type { SourcesToDeploy } from '../deploy/deploy-sources.ts';
import { repository } from '../own-package.ts';
import {
  type Deployable,
  findDeployable,
  listDeployables,
  nameArgument,
  openOwnStore,
  readSettings,
  tellDeployed,
} from '../project/project.ts';
import { endWithNpm, showProgress, WrongUseError } from '../terminal/terminal.ts';

interface DeployOptions {
  preview?: boolean;
  changed?: boolean;
  to?: string;
  isCheckOnly?: boolean;
}

export function defineDeploy(command: Command): void {
  command
    .argument('[name]', nameArgument)
    .option('--preview', 'publish it without making it live, and print its address')
    .addOption(
      new Option(
        '--changed',
        'everything whose sources changed since they were last deployed from here',
      ).conflicts(['preview', 'to']),
    )
    .option('--to <site>', 'publish it to a site over HTTPS, such as https://www.example.com')
    .action(deployAsAsked);
}

/** `portfolio check [name]`: all of a deploy but storing. */
export function defineCheck(command: Command): void {
  command
    .argument('[name]', nameArgument)
    .option('--to <site>', 'for a site over HTTPS, such as https://www.example.com')
    .action((name: string | undefined, options: DeployOptions) =>
      deployAsAsked(name, { ...options, isCheckOnly: true }),
    );
}

async function deployAsAsked(name: string | undefined, options: DeployOptions): Promise<void> {
  const { changed: isChanged, to, preview: isPreview, isCheckOnly } = options;
  if (isChanged) {
    if (name !== undefined) throw new WrongUseError('--changed takes no name.');
    process.exitCode = (await deployChanged()) ? 0 : 1;
    return;
  }
  const deployable = await findDeployable(name);
  const purpose = { isPreview, isCheckOnly };
  if (to !== undefined) {
    const { publishTo } = await import('../deploy/deploy-sources.ts');
    return publishTo(deployable, to, purpose);
  }
  const { PUBLIC_URL, PORT } = readSettings();
  // Outside the repository the address is unknown without PUBLIC_URL.
  const origin = PUBLIC_URL ?? (repository ? localAddress(PORT) : '…');
  await using store = await openOwnStore();
  showProgress(`Checking, building and rendering ${deployable.name}`);
  const { deploySources } = await import('../deploy/deploy-sources.ts');
  const release = await deploySources(store, { ...deployable, ...purpose });
  tellDeployed(release, purpose, origin);
}

/** `npm start`: releases what changed, and serves the site. */
export function defineStart(command: Command): void {
  command.action(async () => {
    if (!repository) throw new WrongUseError('A site is started in its repository, by: npm start');
    endWithNpm();
    await deployChanged().catch((error) => {
      // Without its database a machine serves what it has in its cache.
      const isKept = existsSync(path.join(readSettings().DATA_DIR, 'live.json'));
      if (!(error instanceof DatabaseAwayError) || !isKept) throw error;
      console.error(`${error.message}\nWhat is live stays.`);
    });
    await import('@portfolio/api/main.ts');
  });
}

/** Deploys what changed since the last deploy from here, but nothing retired or rolled back. @returns if all is done */
async function deployChanged(): Promise<boolean> {
  await using store = await openOwnStore();
  const [shell, ...sections] = (await listDeployables()) as [Deployable, ...Deployable[]];
  // A shell with a new language is refused until all live sections have texts in it.
  const replaced = sections.map(({ name }) => name);
  const isShellDone = await deployIfChanged(store, { ...shell, replaced }, () => {});
  const done: boolean[] = [];
  for (const each of isShellDone ? sections : [...sections, shell])
    done.push(await deployIfChanged(store, each));
  return done.every(Boolean);
}

/** @returns false if the deploy was refused and the live release stays */
async function deployIfChanged(store: Store, deployable: SourcesToDeploy, say = console.error) {
  const { name } = deployable;
  const { ids, retired, builtFrom } = await readLiveOf(store.database, name);
  const [live] = ids;
  if (builtFrom === hashInputs(deployable.source)) return true;
  if (!live && retired.length > 0) {
    console.log(`${name} is retired and stays so. To bring it back: npx portfolio deploy ${name}`);
    return true;
  }
  console.log(`Building and releasing ${name} …`);
  try {
    const options = { ...deployable, isUnasked: true };
    // The bundler takes longest to load, and most starts of a site build nothing.
    const { deployEdition, deploySources } = await import('../deploy/deploy-sources.ts');
    if (!live) await deployEdition(store, options);
    const release = await deploySources(store, options);
    console.log(`${name}@${release.id} is live.`);
    return true;
  } catch (error) {
    // A refused section keeps its live release; the site goes on.
    if (!(error instanceof RefusedError) || !live) throw error;
    say(`${error.message}\n${name}@${live} stays live.`);
    return false;
  }
}
