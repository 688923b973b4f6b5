import type { Command } from 'commander';
import { deploySources } from '../deploy/deploy-sources.ts';
import { copyLive, releaseShell, scratchStore } from '../deploy/scratch-store.ts';
import { findDeployable, hasStore, nameArgument, withStore } from '../project/project.ts';
import { mirrorSite } from '../publishing/mirror-site.ts';
import { askFacts, publishingClient } from '../publishing/publishing-client.ts';
import { exitAtSignals, showProgress } from '../terminal/terminal.ts';

interface CheckOptions {
  to?: string;
}

/** `portfolio check [name]`: deploys into a temporary store. */
export function defineCheck(command: Command): void {
  command
    .argument('[name]', nameArgument)
    .option('--to <site>', 'for a site somewhere, such as https://www.example.com')
    .action(check);
}

async function check(name: string | undefined, { to }: CheckOptions) {
  const deployable = await findDeployable(name);
  exitAtSignals();
  const store = await storeFor(deployable.name, to);
  showProgress(`Checking, building and rendering ${deployable.name}`);
  await deploySources(store, { ...deployable, isPreview: true });
  console.log(`${deployable.name} could be deployed.`);
}

/** The store to check against: the live releases of a site or of the local store, or only the shell. */
async function storeFor(name: string, to: string | undefined) {
  if (to !== undefined) {
    const site = publishingClient(to);
    return mirrorSite(site, await askFacts(site), { isWhole: false });
  }
  const live = hasStore() ? await withStore(copyLive) : undefined;
  return live ?? (name === 'shell' ? scratchStore() : releaseShell());
}
