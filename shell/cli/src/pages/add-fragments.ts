import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { arrangePages, type SitePage } from '@portfolio/contract/pages.ts';
import { serverFile } from '@portfolio/contract/rendering.ts';
import { inDocumentOrder } from '@portfolio/contract/texts.ts';
import type { Contract } from '@portfolio/releases/live/fits-live.ts';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { isFragment } from '@portfolio/releases/release/fragments.ts';
import type { LoadedRelease } from '@portfolio/releases/store/releases.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { nodePage } from '../build/node-config.ts';
import { readSourceTexts } from '../checks/source-texts.ts';
import type { FragmentWork } from './fragment-worker.ts';
import { renderFragments } from './render-fragments.ts';

interface Built {
  source: string;
  /** The folder of the built release. */
  folder: string;
  /** The folder of its module for Node. */
  nodeTarget: string;
  contract: Contract;
}

/**
 * Adds the rendered pages to a built release: of a shell with its own module, of a section with the live shell's;
 * without one the section has none.
 * @returns sentences about pages that cannot be part of a document
 */
export async function addFragments(
  store: Store,
  { source, folder, nodeTarget, contract }: Built,
): Promise<string[]> {
  const { name, page, pages: below = [] } = contract;
  const set = await readLiveSet(store);
  // Node would read it as an ES module, as the repository says.
  const server = path.join(nodeTarget, 'server.cjs');
  const content =
    name === 'shell'
      ? await readFile(path.join(folder, serverFile))
      : await set?.shell.read(serverFile);
  if (!content) return [];
  await writeFile(server, content);
  const texts = await readSourceTexts(source);
  const shellTexts = name === 'shell' ? texts : (set?.shell.texts ?? {});
  const own = page && { section: name, ...page };
  const live = set?.sections[name]?.[0] ?? (name === 'shell' ? set?.shell : undefined);
  const { files, faults } = await renderFragments({
    folder,
    server,
    script: own && path.join(nodeTarget, nodePage),
    own,
    below,
    around: around(set, own, inDocumentOrder(Object.keys(shellTexts))),
    texts: Object.fromEntries(
      Object.keys(shellTexts).map((each) => [each, { ...shellTexts[each], ...texts[each] }]),
    ),
    known: await readFragmentsOf(live),
  });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return faults;
}

/** No page shows which releases are live before its app runs. */
function around(
  set: LiveSet | undefined,
  own: SitePage | undefined,
  languages: readonly string[],
): FragmentWork['around'] {
  const others = (set?.pages ?? []).filter(({ section }) => section !== own?.section);
  const pages = arrangePages(own ? [...others, own] : others);
  return { languages, releaseMap: { key: '', shell: '/', pages, sections: {} } };
}

async function readFragmentsOf(release: LoadedRelease | undefined) {
  const files = Object.keys(release?.files ?? {}).filter(isFragment);
  const read = files.map(async (file) => [file, await release?.read(file)] as const);
  // A copy of another site has none of them.
  const found = (await Promise.all(read)).filter(([, content]) => content !== undefined);
  return Object.fromEntries(found.map(([file, content]) => [file, String(content)]));
}
