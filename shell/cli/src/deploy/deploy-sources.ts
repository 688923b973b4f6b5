import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { addRelease } from '@portfolio/releases/live/add-release.ts';
import type { Contract } from '@portfolio/releases/live/fits-live.ts';
import { wasRolledBack } from '@portfolio/releases/live/move-live.ts';
import {
  type BuiltRelease,
  type Declared,
  describeFolder,
} from '@portfolio/releases/release/describe-folder.ts';
import { type Release, releaseName } from '@portfolio/releases/release/release.ts';
import { faultyRelease, ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { rememberBuilt } from '@portfolio/releases/store/release-rows.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { inWorkFolder } from '@portfolio/releases/store/work-folder.ts';
import { providedVersions } from '../build/base-config.ts';
import { build } from '../build/build.ts';
import { hashInputs } from '../build/build-inputs.ts';
import { checkBuild } from '../checks/check-build.ts';
import { checkSources } from '../checks/check-sources.ts';
import { repository } from '../own-package.ts';
import { addFragments } from '../pages/add-fragments.ts';
import { pageOf, readManifest, writeInto } from '../project/manifest.ts';
import type { Deployable, Purpose } from '../project/project.ts';
import { readSectionPages } from '../project/section-pages.ts';
import { drawCards } from './draw-cards.ts';

export interface SourcesToDeploy extends Deployable, Purpose {
  /** The user did not name it, as with `--changed`, so a rolled back release stays so. */
  isUnasked?: boolean;
}

/**
 * Deploys into a store: checks the sources, builds, renders its pages, checks it, publishes, activates.
 * Cheap steps come first.
 * @throws ReleaseRefusedError; what is live has not changed then.
 */
export async function deploySources(store: Store, options: SourcesToDeploy): Promise<Release> {
  const { name, isPreview, isCheckOnly, isUnasked } = options;
  // Inputs may change during the build, and a team has none of the repository.
  const builtFrom = repository ? hashInputs(options.source) : '';
  return withBuild(store, options, async ({ folder, built, declared }) => {
    if (isUnasked && (await wasRolledBack(store, built))) {
      await rememberBuilt(store, name, builtFrom);
      throw new ReleaseRefusedError(
        `${name}@${built.id}, which these sources make, was rolled back and stays so. To make it live again: npx portfolio rollback ${name} ${built.id}`,
      );
    }
    const release = await addRelease(store, folder, declared, { isPreview, isCheckOnly });
    if (isPreview || isCheckOnly) return release;
    await rememberBuilt(store, name, builtFrom);
    return release;
  });
}

/** A release in a temporary folder. */
export interface Build {
  folder: string;
  built: Release;
  contents: BuiltRelease['contents'];
  declared: Declared;
}

/**
 * Checks sources and builds them beside what is live in a store.
 * @throws ReleaseRefusedError
 */
export async function withBuild<Result>(
  store: Store,
  sources: Deployable,
  use: (build: Build) => Promise<Result>,
): Promise<Result> {
  const { name } = sources;
  if (!releaseName.safeParse(name).success)
    throw new ReleaseRefusedError(
      `"${name}" is no name for a section: it becomes a part of addresses. Name the package …/remote-<name>, with small letters, digits and dashes.`,
    );
  return inWorkFolder(store, async (work) => {
    const folder = path.join(work, 'release');
    return use({ folder, ...(await makeRelease(store, sources, folder)) });
  });
}

async function makeRelease(store: Store, { name, source }: Deployable, folder: string) {
  const manifest = await readManifest(source);
  const { peerDependencies = {}, budget, origins = [] } = manifest;
  const contract: Contract =
    name === 'shell'
      ? { name, requires: {}, provides: providedVersions() }
      : { name, requires: peerDependencies, page: pageOf(name, source, manifest) };
  const below = contract.page && (await readSectionPages(source, contract.page.path));
  if (below) contract.pages = below.pages;
  if (name !== 'shell' && origins.length > 0) contract.origins = [...new Set(origins)].sort();
  const faults = await checkSources(store, source, contract);
  refuseFaults(name, [...faults, ...(below?.faults ?? [])]);
  const nodeTarget = path.join(folder, '../node');
  const { entry, packages } = await build(name, source, folder, { nodeTarget });
  for (const [file, text] of below?.files ?? []) await writeInto(folder, file, text);
  refuseFaults(name, await addFragments(store, { source, folder, nodeTarget, contract }));
  const declared = { ...contract, entry, commit: await readCommit(source) };
  const built = await describeFolder(folder, declared);
  refuseFaults(name, await checkBuild({ ...built, packages, budget }));
  const cards = await drawCards(store, built, below?.cardPictures);
  for (const [file, content] of cards) await writeInto(folder, file, content);
  const { release, contents } = cards.size > 0 ? await describeFolder(folder, declared) : built;
  return { built: release, contents, declared };
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
