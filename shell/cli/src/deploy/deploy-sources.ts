import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { type AddOptions, addRelease } from '@portfolio/releases/live/change-live.ts';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import type { Contract, LiveSite } from '@portfolio/releases/live/live-set.ts';
import { type Declared, packFiles, readFolder } from '@portfolio/releases/release/files.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { faultyRelease } from '@portfolio/releases/release/release-errors.ts';
import { inWorkFolder } from '@portfolio/releases/store/release-cache.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { dump } from 'js-yaml';
import { providedVersions } from '../build/base-config.ts';
import { build } from '../build/build.ts';
import { hashInputs } from '../build/build-inputs.ts';
import { checkSources, readSourceTexts } from '../checks/check-sources.ts';
import { repository } from '../own-package.ts';
import { addFragments } from '../pages/add-fragments.ts';
import { pageOf, readManifest, writeInto } from '../project/manifest.ts';
import {
  checkName,
  type Deployable,
  type Purpose,
  tellDeployed,
  temporaryFolder,
} from '../project/project.ts';
import { readSectionPages } from '../project/section-pages.ts';
import { readLiveSite, siteOfTeam } from '../publishing/site.ts';
import { exitAtSignals, showProgress } from '../terminal/terminal.ts';

export type SourcesToDeploy = Deployable & Omit<AddOptions, 'builtFrom'>;

/**
 * Deploys into a store: makes a release of the sources, and adds it.
 * @throws RefusedError; what is live has not changed then.
 */
export async function deploySources(
  store: Store,
  { name, source, ...options }: SourcesToDeploy,
): Promise<Release> {
  // Inputs may change during the build, and a team has none of the repository.
  const builtFrom = repository && hashInputs(source);
  return inWorkFolder(store, async (work) => {
    const { replaced } = options;
    const readSite = async () => ({ ...store, replaced, set: await readLiveSet(store) });
    const { folder, declared } = await makeRelease(readSite, { name, source }, work);
    return addRelease(store, folder, declared, { ...options, builtFrom });
  });
}

/** Makes a release beside what is live on a site, and publishes it there, or has it checked alone. */
export async function publishTo(
  deployable: Deployable,
  to: string,
  purpose: Purpose,
): Promise<void> {
  const { name } = deployable;
  const { isPreview, isCheckOnly } = purpose;
  exitAtSignals();
  const site = await siteOfTeam(to, name);
  const { releases } = await site.list(name);
  const live = releases.find(({ is }) => is === 'live')?.id ?? '';
  const how = isCheckOnly ? 'check' : `live=${live}${isPreview ? '&preview' : ''}`;
  showProgress(`Checking, building and rendering ${name}`);
  const readSite = () => readLiveSite(site);
  const { folder, declared } = await makeRelease(readSite, deployable, temporaryFolder());
  const description = ['release.json', JSON.stringify(declared)] as const;
  const archive = await promisify(gzip)(
    await packFiles([description, ...(await readFolder(folder))]),
  );
  showProgress(`Sending ${archive.length.toLocaleString('en')} bytes`);
  const id = await site.change('PUT', name, how, archive);
  tellDeployed({ ...declared, id }, purpose, site.origin);
}

/** Deploys a section once with the texts that it has in `edition/`, so that its first release has one before it. */
export async function deployEdition(store: Store, options: SourcesToDeploy): Promise<void> {
  const { source } = options;
  if (!existsSync(path.join(source, 'edition/locales'))) return;
  const edition = temporaryFolder();
  for (const entry of await readdir(source)) {
    const link = path.join(edition, entry);
    if (entry !== 'locales') await symlink(path.join(source, entry), link);
  }
  const other = readSourceTexts(path.join(source, 'edition'));
  for (const [language, own] of Object.entries(readSourceTexts(source))) {
    const texts = dump(withTexts(own, other[language] ?? {}));
    await writeInto(edition, `locales/${language}.yaml`, texts);
  }
  await deploySources(store, { ...options, source: edition });
}

function withTexts(own: TextTree, other: TextTree): TextTree {
  const replaced = Object.entries(other).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : withTexts(own[key] as TextTree, value as TextTree),
  ]);
  return { ...own, ...Object.fromEntries(replaced) };
}

/**
 * Checks sources beside what is live, builds them, and renders their pages. Cheap steps come first; the renderer
 * starts at once.
 * @param work an empty folder
 * @returns the folder of the release within it
 * @throws RefusedError, WrongUseError for a wrong name
 */
async function makeRelease(
  readSite: () => Promise<LiveSite>,
  { name, source }: Deployable,
  work: string,
): Promise<{ folder: string; declared: Declared }> {
  if (name !== 'shell') checkName(name, '"name": "@you/remote-blog" in its package.json');
  const manifest = await readManifest(source);
  const { peerDependencies = {}, origins = [] } = manifest;
  const contract: Contract =
    name === 'shell'
      ? { name, requires: {}, provides: providedVersions() }
      : { name, requires: peerDependencies, page: pageOf(name, source, manifest) };
  if (name !== 'shell' && origins.length > 0) contract.origins = [...new Set(origins)].sort();
  const [folder, nodeTarget] = [path.join(work, 'release'), path.join(work, 'node')];
  // Node grants a process all that is in a folder only if that is there when the process starts.
  for (const each of [folder, nodeTarget]) await mkdir(each);
  const [reading, committed] = [readSite(), readCommit(source)];

  async function buildChecked() {
    const pages = contract.page && readSectionPages(source, contract.page.path);
    const [site, below] = await Promise.all([reading, pages]);
    if (below) contract.pages = below.pages;
    const { texts, faults } = checkSources(site, source, contract);
    refuseFaults(name, [...faults, ...(below?.faults ?? [])]);
    const entry = await build(name, source, folder, { nodeTarget });
    for (const [file, text] of below?.files ?? []) await writeInto(folder, file, text);
    return { entry, below, contract, texts };
  }
  const building = buildChecked();
  const rendering = addFragments(name, reading, { folder, nodeTarget }, building);
  // Where one fails, the other is not left running in a folder that goes.
  await Promise.allSettled([rendering, building]);
  refuseFaults(name, await rendering);
  const { entry, below, texts } = await building;
  if (below) {
    // Imported on demand: most sections have no posts.
    const { addCards } = await import('./draw-cards.ts');
    await addCards(await reading, { folder, contract, texts, pictures: below.cardPictures });
  }
  return { folder, declared: { ...contract, entry, commit: await committed } };
}

function refuseFaults(name: string, faults: readonly string[]): void {
  if (faults.length > 0) throw faultyRelease(name, faults);
}

const run = promisify(execFile);

/** The commit of a folder, with `+` after changes; empty outside of git. */
async function readCommit(folder: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder });
    const changes = await run('git', ['status', '--porcelain', '--', '.'], { cwd: folder });
    return stdout.trim() + (changes.stdout ? '+' : '');
  } catch {
    return '';
  }
}
