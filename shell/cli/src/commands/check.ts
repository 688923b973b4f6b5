import { hasLiveShell } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Command } from 'commander';
import { deploySources } from '../deploy/deploy-sources.ts';
import { releaseShell, scratchStore } from '../deploy/scratch-store.ts';
import {
  type Deployable,
  findDeployable,
  hasStore,
  nameArgument,
  withStore,
} from '../project/project.ts';
import { publishTo } from '../publishing/publish-to-site.ts';
import { exitAtSignals, showProgress } from '../terminal/terminal.ts';

/** `portfolio check [name]`: all of a deploy but storing, beside what is live on a site or here, or the shell alone. */
export function defineCheck(command: Command): void {
  command
    .argument('[name]', nameArgument)
    .option('--to <site>', 'for a site somewhere, such as https://www.example.com')
    .action(check);
}

async function check(name: string | undefined, { to }: { to?: string }): Promise<void> {
  const deployable = await findDeployable(name);
  if (to !== undefined) return publishTo(deployable, to, { isCheckOnly: true });
  exitAtSignals();
  const isDone = hasStore() && (await withStore((store) => checkLive(store, deployable)));
  if (!isDone)
    await checkIn(await (name === 'shell' ? scratchStore() : releaseShell()), deployable);
  console.log(`${deployable.name} could be deployed.`);
}

/** @returns false without a live shell */
async function checkLive(store: Store, deployable: Deployable): Promise<boolean> {
  if (!(await hasLiveShell(store))) return false;
  await checkIn(store, deployable);
  return true;
}

async function checkIn(store: Store, deployable: Deployable): Promise<void> {
  showProgress(`Checking, building and rendering ${deployable.name}`);
  await deploySources(store, { ...deployable, isCheckOnly: true });
}
