import { existsSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { serverFile } from '@portfolio/contract/rendering.ts';
import { inDocumentOrder } from '@portfolio/contract/texts.ts';
import { type Contract, inNavigation, type LiveSite } from '@portfolio/releases/live/live-set.ts';
import { isFragment, type Texts } from '@portfolio/releases/release/files.ts';
import { inWorker } from '@portfolio/releases/release/in-worker.ts';
import type { LoadedRelease } from '@portfolio/releases/store/release-cache.ts';
import { nodePage } from '../build/node-config.ts';
import { ownPackage, repository } from '../own-package.ts';
import { writeInto } from '../project/manifest.ts';
import type { FragmentResult, FragmentWork } from './render-worker.ts';

interface Folders {
  /** The folder of the built release. */
  folder: string;
  /** The folder of its module for Node. */
  nodeTarget: string;
}

interface Built {
  contract: Contract;
  texts: Texts;
}

/**
 * Adds the rendered pages to a built release: of a shell with its own module, of a section with the live shell's;
 * without one the section has none. The renderer starts while the release is being built.
 * @returns sentences about pages that cannot be part of a document
 */
export async function addFragments(
  reading: Promise<LiveSite>,
  folders: Folders,
  building: Promise<Built>,
): Promise<string[]> {
  const work = building.then(async (built) => describeWork((await reading).set, folders, built));
  const { files, faults } = await renderFragments(folders, work);
  for (const [file, text] of Object.entries(files)) await writeInto(folders.folder, file, text);
  return faults;
}

async function describeWork(
  set: LiveSite['set'],
  { folder, nodeTarget }: Folders,
  { contract: { name, page, pages: below = [] }, texts }: Built,
): Promise<FragmentWork> {
  // Node would read it as an ES module, as the repository says.
  const server = path.join(nodeTarget, 'server.cjs');
  const content =
    name === 'shell' ? readFile(path.join(folder, serverFile)) : set?.shell.read(serverFile);
  await writeFile(server, (await content) ?? '');
  const isThere = name === 'shell' || Object.hasOwn(set?.shell.files ?? {}, serverFile);
  const shellTexts = name === 'shell' ? texts : (set?.shell.texts ?? {});
  const languages = inDocumentOrder(Object.keys(shellTexts));
  const own = page && { section: name, ...page };
  const others = (set?.pages ?? []).filter(({ section }) => section !== name);
  const pages = (own ? [...others, own] : others).sort(inNavigation);
  return {
    folder,
    server: isThere ? server : '',
    script: own && path.join(nodeTarget, nodePage),
    own,
    below,
    around: { languages, releaseMap: { key: '', shell: '/', pages, sections: {} } },
    texts: Object.fromEntries(
      languages.map((each) => [each, { ...shellTexts[each], ...texts[each] }]),
    ),
    known: await readFragmentsOf(name === 'shell' ? set?.shell : set?.sections[name]?.[0]),
  };
}

async function readFragmentsOf(release: LoadedRelease | undefined) {
  const files = Object.keys(release?.files ?? {}).filter(isFragment);
  // A copy of another site has none of them.
  const read = files.map(async (file) => [file, String((await release?.read(file)) ?? '{}')]);
  return Object.fromEntries(await Promise.all(read));
}

/** A hundred pages of a blog take some seconds; a page may wait for what never comes. */
const timeoutMs = 60_000;

/** The folder of the packages that a file is one of. */
const packagesOf = (file: string) => file.replace(/([\\/]node_modules)[\\/].*$/, '$1');

const inRepository = ['node_modules', 'shell', 'shell/node_modules'];

/** What a renderer may read: installed packages, which a checkout may share by links, and the command line itself. */
const readable = [
  createRequire(import.meta.url).resolve('jsdom'),
  ...(repository ? inRepository.map((each) => path.join(repository ?? '', each)) : [ownPackage]),
]
  .filter((each) => existsSync(each))
  .map((each) => packagesOf(realpathSync(each)));

/**
 * Renders the pages of a release in each language, in a process that may read the build and installed packages
 * alone, and has no setting of this one.
 * @param work the process starts while it is awaited
 * @returns the files for the release, and sentences about pages that cannot be part of a document
 */
export async function renderFragments(
  { folder, nodeTarget }: Folders,
  work: Promise<FragmentWork>,
): Promise<FragmentResult> {
  const allowed = [...readable, folder, nodeTarget];
  const options = [
    '--permission',
    ...allowed.map((each) => `--allow-fs-read=${each}`),
    '--enable-source-maps',
    '--disable-warning=SecurityWarning',
  ];
  const rendered = await inWorker<FragmentResult>(import.meta, './render-worker', work, {
    timeoutMs,
    options,
  });
  if ('fault' in rendered) {
    const sentence = `Its pages are not rendered within ${timeoutMs / 1000} s, or take too much memory: a page waits for what never comes, or renders without end.`;
    return { files: {}, faults: [sentence] };
  }
  return rendered;
}
