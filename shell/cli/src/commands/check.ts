import type { Store } from '@portfolio/releases/store/store.ts';
import { check } from '../deploy/deploy.ts';
import { mirrorSite } from '../deploy/mirror-site.ts';
import { askFacts, siteAt } from '../deploy/remote-site.ts';
import { findDeployable, nameArgument, withStore } from '../project.ts';
import { exitAtSignals } from '../terminal.ts';
import type { Usage } from '../usage.ts';

/** `portfolio check [name]`, against the store or against what visitors of a site have. */
export function define(command: Usage): void {
  command
    .argument('[name]', nameArgument)
    .option('--to <site>', 'for a site somewhere, such as https://www.example.com')
    .action(checkOnly);
}

async function checkOnly(name: string | undefined, { to }: { to?: string }): Promise<void> {
  const deployable = await findDeployable(name);
  const checkIn = (store: Store) => check(store, { ...deployable, say: console.log });
  if (to === undefined) await withStore(checkIn);
  else {
    const site = siteAt(to);
    exitAtSignals();
    const isWhole = deployable.name === 'shell';
    await checkIn(await mirrorSite(site, await askFacts(site), { isWhole }));
  }
  console.log(`${deployable.name} could be deployed.`);
}
