import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readAllowances } from '@portfolio/releases/access/index.ts';
import { putLive, wasRolledBack } from '@portfolio/releases/live/move-pointer.ts';
import { rememberBuilt } from '@portfolio/releases/live/pointer.ts';
import { faultyRelease, ReleaseRefusedError } from '@portfolio/releases/release/errors.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import { listOrigins, readOrigins } from '@portfolio/releases/release/origins.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { inStaging, type Store } from '@portfolio/releases/store/store.ts';
import type { Inspection } from '../browser/inspection.ts';
import { providedVersions } from '../build/base-config.ts';
import { build } from '../build/build.ts';
import { pageOf, readManifest, readSectionPages } from '../build/manifest.ts';
import { checkBuild } from '../checks/check-build.ts';
import { checkSources } from '../checks/check-sources.ts';
import type { Deployable } from '../project.ts';

/** What to deploy, and how. */
export interface DeployOptions extends Deployable {
  /** Published, but not live. */
  isPreview?: boolean;
  /** The section was not named, as with `--changed`: a release that was rolled back is not brought back. */
  isUnasked?: boolean;
  /** Opens the published release in a browser before it goes live. */
  inspection: Inspection;
  /** Is told what its dependencies weigh. */
  say?: (line: string) => void;
}

/**
 * The one way into the store: check the sources → build → check the build → publish → inspect →
 * prerender → activate. What is cheap comes first.
 * @throws ReleaseRefusedError; what is live has not changed then.
 */
export async function deploy(store: Store, options: DeployOptions): Promise<Release> {
  const { name, source, isPreview, isUnasked, inspection } = options;
  return inStaging(store, name, async (staging) => {
    // Taken before the build: a change during the build is not in it.
    const hash = isPreview ? undefined : await hashSources(name, source);
    const built = await makeRelease(store, options, staging);
    if (isUnasked && (await wasRolledBack(store, built))) {
      await noteBuilt(store, name, hash);
      throw new ReleaseRefusedError(
        `${name}@${built.id}, which these sources make, was rolled back and stays so. To make it live again: npm run rollback -- ${name} ${built.id}`,
      );
    }
    const release = await publish(store, built, staging);
    await inspection.inspect(release);
    await inspection.prerender(release);
    if (isPreview) return release;
    await putLive(store, release);
    await noteBuilt(store, name, hash);
    return release;
  });
}

/**
 * Every deploy notes what it was built from, so that `--changed` neither builds it again nor undoes
 * what was done since. A team may not write the note: then the next `--changed` builds once more.
 */
async function noteBuilt(store: Store, name: string, hash = ''): Promise<void> {
  await rememberBuilt(store, name, hash).catch(() => {});
}

/** A deploy that ends before it publishes. @throws ReleaseRefusedError */
export async function check(
  store: Store,
  deployable: Deployable & Pick<DeployOptions, 'say'>,
): Promise<void> {
  await inStaging(store, deployable.name, (staging) => makeRelease(store, deployable, staging));
}

async function makeRelease(
  store: Store,
  { name, source, say = () => {} }: Deployable & Pick<DeployOptions, 'say'>,
  staging: string,
): Promise<Release> {
  const { peerDependencies = {}, budget, origins: asked } = await readManifest(source);
  const contract: Pick<Release, 'name' | 'requires' | 'provides' | 'page' | 'pages' | 'origins'> =
    name === 'shell'
      ? { name, requires: {}, provides: providedVersions() }
      : { name, requires: peerDependencies, page: await pageOf(name, source) };
  const below = contract.page && readSectionPages(source, contract.page.path);
  if (below) contract.pages = below.pages;
  const origins = readOrigins(listOrigins(asked));
  if (name !== 'shell' && listOrigins(origins).length > 0) contract.origins = origins;
  // A team that may write its folder alone cannot read them; then the site decides.
  const allowances = await readAllowances(store).catch(() => undefined);
  const { ledger: _ledger, ...releases } = store;
  const known = { ...releases, ...(allowances ? { allowances } : {}) };
  const faults = await checkSources(known, source, contract);
  refuseFaults(name, [...faults, ...(below?.faults ?? [])]);
  const { entry, parts } = await build(name, source, staging);
  const release = await fingerprint(staging, {
    ...contract,
    entry,
    createdAt: new Date().toISOString(),
    commit: await readCommit(source),
  });
  const built = { release, folder: staging, parts, budget, allowance: allowances?.[name] };
  const { faults: found, weighs } = await checkBuild(built);
  refuseFaults(name, found);
  if (weighs) say(weighs);
  return release;
}

function refuseFaults(name: string, faults: readonly string[]): void {
  if (faults.length > 0) throw faultyRelease(name, faults);
}

const root = path.resolve(import.meta.dirname, '../../../..');

/** What every build depends on beside its own folder. */
const shared = ['package-lock.json', 'rspack.shared.ts', 'shell/cli/src/build/*.ts'];

/** No part of what is built: tests, drawings and what builds leave behind. */
const beside = /(^|\/)(node_modules|dist|e2e|drawings|testing)(\/|$)|\.test\.tsx?$/;

/** A hash of everything that a build of this folder reads. */
export async function hashSources(name: string, source: string): Promise<string> {
  const hash = createHash('sha256').update(name);
  const paths = [...(await find('**/*.*', source)), ...(await find(shared, root))];
  for (const file of paths) hash.update(path.relative(source, file)).update(await readFile(file));
  return hash.digest('hex');
}

async function find(patterns: string | string[], folder: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(patterns, { cwd: folder }));
  const wanted = files.filter((file) => !beside.test(file)).sort();
  return wanted.map((file) => path.join(folder, file));
}

const run = promisify(execFile);

/** The commit a folder is at, with `+` when it was changed since; empty outside of git. */
async function readCommit(folder: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder });
    const changes = await run('git', ['status', '--porcelain', '--', '.'], { cwd: folder });
    return stdout.trim() + (changes.stdout ? '+' : '');
  } catch {
    return '';
  }
}
