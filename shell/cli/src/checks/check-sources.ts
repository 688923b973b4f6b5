import { checkSuitsLive } from '@portfolio/releases/checks/suits-live.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { checkOwner } from './owner.ts';
import { readTexts, unknownTexts } from './texts.ts';
import { typeFaults } from './types.ts';

/** What is about to be built: the parts of its description that are known before. */
export interface Sources {
  folder: string;
  contract: Pick<Release, 'name' | 'requires' | 'provides' | 'page' | 'origins'>;
}

/**
 * All that can be checked without a build.
 * @returns every fault at once, each a sentence that says what to do
 */
export async function checkSources(store: Store, { folder, contract }: Sources): Promise<string[]> {
  const texts = await readTexts(folder).catch((error: Error) => error.message);
  return [
    ...(contract.name === 'shell' ? await checkOwner(folder) : []),
    ...(typeof texts === 'string'
      ? [texts]
      : [
          ...(await checkSuitsLive(store, contract, texts)),
          ...(await unknownTexts(folder, contract.name, texts)),
          ...(await typeFaults(folder)),
        ]),
  ];
}
