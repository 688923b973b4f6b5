import { refuse } from '@portfolio/releases/release-errors.ts';
import { findPrivateHalf } from '../key-file.ts';
import { sayToSite } from '../publishing/say-to-site.ts';
import { askFacts, siteAt } from '../publishing/site.ts';

/** `portfolio rollback <name> [id] --to <site>` */
export function rollbackTo(name: string, id: string | undefined, to: string): Promise<void> {
  return moveTo('roll back', name, id, to);
}

/** `portfolio activate <name> <id> --to <site>` */
export function activateAt(name: string, id: string, { to }: { to: string }): Promise<void> {
  return moveTo('activate', name, id, to);
}

async function moveTo(
  does: 'roll back' | 'activate',
  name: string,
  id: string | undefined,
  to: string,
): Promise<void> {
  const site = siteAt(to);
  const privateKey = await findPrivateHalf(name);
  const facts = await askFacts(site);
  const [live, before] = facts.releases.get(name) ?? [];
  const release = id ?? before?.id;
  if (!release) throw refuse.nothingBefore(name);
  await sayToSite(site, privateKey, { does, section: name, release, live: live?.id ?? null });
  console.log(`${name}@${release} is live.`);
}
