import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** The repository, when this is its own command line and not a team's installed one. */
export const repository = existsSync(path.join(root, 'rspack.shared.ts')) ? root : undefined;

/** What the owner types and a team can type, too; the others are named with the owner beside them. */
const teams =
  /npm run (deploy|rollback|releases)(?! -- (?:copy|log|prune|retire))( -- [^\s`;,.]+(?: [^\s`;,.]+)?)?/g;

/**
 * A sentence with its commands as they are typed here: away from the repository there are no scripts
 * of npm, and what a site says is about its own releases.
 * @param site the origin of the site whose words these are
 */
export function asTyped(sentence: string, site?: string): string {
  if (repository && !site) return sentence;
  const to = site ? ` --to ${site}` : '';
  return sentence.replaceAll(
    teams,
    (_all, command: string, words = '') =>
      `npx portfolio ${command}${words.replace(' --', '')}${to}`,
  );
}
