import { pageAt } from '@portfolio/contract/pages.ts';
import { lookUp } from '@portfolio/contract/texts.ts';
import { readLiveSet } from '../live/live-releases.ts';
import { ownerOfPath } from '../live/live-set.ts';
import type { Release } from '../release/release.ts';
import type { Store } from '../store/store.ts';
import type { Texts } from './whole-texts.ts';

/** Why a section cannot stand where it says: another one does, or its entry would have no name. */
export async function faultsOfPlace(
  store: Store,
  { name, page }: Pick<Release, 'name' | 'page'>,
  texts: Texts,
): Promise<string[]> {
  if (!page) return [];
  const set = await readLiveSet(store);
  const owner = set && ownerOfPath(page.path, set.sections);
  const holder = pageAt(set?.pages ?? [], page.path)?.section ?? owner ?? name;
  const taken =
    holder === name
      ? []
      : [
          `"page.path" is "${page.path}", where ${holder} stands. Choose another one in its package.json, or take ${holder} out: npm run releases -- retire ${holder}`,
        ];
  return [...taken, ...missingLabel(name, page.label, texts)];
}

/** A label of the shell's texts is the shell's business. */
function missingLabel(name: string, label: string, texts: Texts): string[] {
  if (!label.startsWith(`${name}.`)) return [];
  const lacking = Object.keys(texts).filter((language) => lookUp(texts[language], label) === label);
  return lacking.map(
    (language) =>
      `locales/${language}.yaml lacks the key "${label}", its name in the navigation ("page.label" in its package.json).`,
  );
}
