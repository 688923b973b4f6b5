import { check } from '../deploy/deploy.ts';
import { type Deployable, findDeployable, nameArgument, withStore } from '../project.ts';
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
  if (to === undefined)
    await withStore((store) => check(store, { ...deployable, say: console.log }));
  else await checkFor(to, deployable);
  console.log(`${deployable.name} could be deployed.`);
}

async function checkFor(to: string, deployable: Deployable): Promise<void> {
  const { askFacts, siteAt } = await import('../deploy/remote-site.ts');
  const { mirrorSite } = await import('../deploy/mirror-site.ts');
  const site = siteAt(to);
  exitAtSignals();
  const isWhole = deployable.name === 'shell';
  using mirror = await mirrorSite(site, await askFacts(site), { isWhole });
  await check(mirror.store, { ...deployable, say: console.log });
}
