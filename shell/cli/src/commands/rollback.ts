import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { rollBack } from '@portfolio/releases/live/rollback.ts';
import { refuse } from '@portfolio/releases/release/errors.ts';
import { listNames, type Store } from '@portfolio/releases/store/store.ts';
import type { Usage } from '../usage.ts';
import { withStore } from '../with-store.ts';
import { prerenderQuietly } from './prerender.ts';

/** `portfolio rollback <name> [id]` */
export function define(command: Usage): void {
  command
    .argument('<name>', '"shell" or a section')
    .argument('[id]', 'the release, as the table of "releases" names it')
    .option('--to <site>', 'on a site over HTTPS, such as https://www.example.com')
    .action(rollback);
}

async function rollback(name: string, id: string | undefined, { to }: { to?: string }) {
  if (to === undefined) return withStore((store) => rollBackIn(store, name, id));
  const { moveTo } = await import('../deploy/move-to.ts');
  await moveTo('roll back', name, id, to);
}

async function rollBackIn(store: Store, name: string, id: string | undefined): Promise<void> {
  const names = await listNames(store);
  if (!names.includes(name)) throw refuse.notReleased(name, names);
  // One that cannot be read is repaired by this, and was live.
  const before = await readPointer(store, name).catch(() => [name]);
  console.log(`${name}@${await rollBack(store, name, id)} is live.`);
  // It comes back into the navigation.
  if (before.length === 0) await prerenderQuietly(store);
}
