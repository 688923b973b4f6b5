import { isReleaseRef } from '@portfolio/releases/release/release.ts';
import { NotPossibleError, WrongUseError } from '../exit-code.ts';
import { askFacts, findPrivateHalf, sayToSite, siteAt } from './remote-site.ts';

/** `portfolio rollback` and `portfolio activate` on a site over HTTPS. */
export async function moveTo(
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
  const site = siteAt(to);
  const privateKey = await findPrivateHalf(name);
  const facts = await askFacts(site);
  const live = facts.live.get(name) ?? null;
  // What visitors have instead of a live release that is broken is the one before.
  const release = id ?? facts.releases.get(name)?.find((known) => known.id !== live)?.id;
  if (!release)
    throw new NotPossibleError(
      `${site.origin} has no release of ${name} before the live one. Name one: ${command} ${name} <id> --to ${site.origin}; \`portfolio releases --to ${site.origin}\` lists them.`,
    );
  await sayToSite(site, privateKey, { does, section: name, release, live });
  console.log(`${name}@${release} is live.`);
}
