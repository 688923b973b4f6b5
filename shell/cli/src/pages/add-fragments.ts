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
import type { FragmentResult, FragmentWork, ShellToRender } from './render-worker.ts';

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
 * without one the section has none. The renderer starts, and loads a live shell, while the release is being built.
 * @returns sentences about pages that cannot be part of a document
 */
export async function addFragments(
  name: string,
  reading: Promise<LiveSite>,
  folders: Folders,
  building: Promise<Built>,
): Promise<string[]> {
  const own = name === 'shell' ? building : undefined;
  const ahead = reading.then((site) => copyShell(site, folders, own));
  const work = building.then(async (built) =>
    describeWork((await reading).set, await ahead, folders, built),
  );
  const { files, faults } = await renderFragments(folders, ahead, work);
  for (const [file, text] of Object.entries(files)) await writeInto(folders.folder, file, text);
  return faults;
}

/** Copies the module of the shell, its own or the live one's, to where the renderer may read it. */
async function copyShell({ set }: LiveSite, { folder, nodeTarget }: Folders, own?: Promise<Built>) {
  await own;
  // Node would read it as an ES module, as the repository says.
  const server = path.join(nodeTarget, 'server.cjs');
  const content = own ? readFile(path.join(folder, serverFile)) : set?.shell.read(serverFile);
  await writeFile(server, (await content) ?? '');
  const isThere = own || Object.hasOwn(set?.shell.files ?? {}, serverFile);
  return { folder, server: isThere ? server : '' };
}

async function describeWork(
  set: LiveSite['set'],
  shell: ShellToRender,
  { nodeTarget }: Folders,
  { contract: { name, page, pages: below = [] }, texts }: Built,
): Promise<FragmentWork> {
  const shellTexts = name === 'shell' ? texts : (set?.shell.texts ?? {});
  const languages = inDocumentOrder(Object.keys(shellTexts));
  const own = page && { section: name, ...page };
  const others = (set?.pages ?? []).filter(({ section }) => section !== name);
  const pages = (own ? [...others, own] : others).sort(inNavigation);
  return {
    ...shell,
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
 * @param ahead the process starts while it is awaited, and loads the shell while the work is awaited
 * @returns the files for the release, and sentences about pages that cannot be part of a document
 */
export async function renderFragments(
  { folder, nodeTarget }: Folders,
  ahead: Promise<ShellToRender>,
  work: Promise<FragmentWork>,
): Promise<FragmentResult> {
  const allowed = [...readable, folder, nodeTarget];
  const options = [
    '--permission',
    ...allowed.map((each) => `--allow-fs-read=${each}`),
    '--enable-source-maps',
  ];
  const bounds = { timeoutMs, options, ahead };
  const rendered = await inWorker<FragmentResult>(import.meta, './render-worker', work, bounds);
  if ('fault' in rendered) {
    const sentence = `Its pages are not rendered within ${timeoutMs / 1000} s, or take too much memory: a page waits for what never comes, or renders without end.`;
    return { files: {}, faults: [sentence] };
  }
  return rendered;
}
