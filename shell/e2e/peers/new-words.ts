import type { Checkout } from './checkout.ts';
import { expect } from './fixtures.ts';
import { idOf } from './release-files.ts';
import type { RunningSite } from './running-site.ts';

/** What the title of home says in the release that every journey begins with. */
export const oldWords = /cut by hand/;
export const newWords = /cut by trotter/;

/** A team changes the title of home in its checkout. */
export function writeNewWords(team: Checkout): Promise<void> {
  return team.change('remote-home/locales/en.yaml', 'cut by hand.', 'cut by trotter.');
}

/**
 * A team deploys home with the new words in its title.
 * @returns the ids of the live release and of the one before.
 */
export async function deployNewWords(team: Checkout, site: RunningSite) {
  await writeNewWords(team);
  const { status, said } = team.deploy(site.dataDir, 'home', '--skip-browser');
  expect(status, said).toBe(0);
  return { live: await idOf(site, 'home'), before: await idOf(site, 'home', 1) };
}
