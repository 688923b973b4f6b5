import { rollBack } from '@portfolio/releases/live/change-live.ts';
import type { Command } from 'commander';
import { expectReleased, sectionName, withStore } from '../project/project.ts';
import { siteOfTeam } from '../publishing/site.ts';

export function defineRollback(command: Command): void {
  command
    .argument('<name>', '"shell" or a section', sectionName)
    .argument('[id]', 'the release, as the table of "releases" names it')
    .option('--to <site>', 'on a site over HTTPS, such as https://www.example.com')
    .action(rollback);
}

async function rollback(name: string, id: string | undefined, { to }: { to?: string }) {
  if (to !== undefined) return rollBackOn(to, name, id);
  await withStore(async (store) => {
    await expectReleased(store, name);
    console.log(`${name}@${await rollBack(store, name, id)} is live.`);
  });
}

/** Rolls back on a site over HTTPS. A retired section returns with the release that was live. */
async function rollBackOn(to: string, name: string, id: string | undefined): Promise<void> {
  const site = await siteOfTeam(to, name);
  const { releases } = await site.list(name);
  const live = releases.find(({ is }) => is === 'live')?.id ?? '';
  const target = id === undefined ? '' : `&to=${encodeURIComponent(id)}`;
  console.log(`${name}@${await site.change('POST', name, `live=${live}${target}`)} is live.`);
}
