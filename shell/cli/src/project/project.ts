import { existsSync } from 'node:fs';
import { access, constants, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type Config, readConfig } from '@portfolio/api/config.ts';
import { localAddress, portFault } from '@portfolio/api/local-address.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import type { DatabasePlace } from '@portfolio/releases/database/open-database.ts';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { pathOf, type Release, releaseName } from '@portfolio/releases/release/release.ts';
import { ReleaseRefusedError } from '@portfolio/releases/release/release-errors.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import { listNames } from '@portfolio/releases/store/release-rows.ts';
import type { OpenStore, Store } from '@portfolio/releases/store/store.ts';
import { ownPackage, repository } from '../own-package.ts';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** The shell or a section, and where its sources are. */
export interface Deployable {
  name: string;
  source: string;
  /** Its `package.json`, where its name was read from there. */
  manifest?: Manifest;
  /** The folder with what Module Federation's own plugin has made of it. */
  built?: string;
}

/** The name of a section by that of its package or its folder, such as `@team/remote-blog`. */
export function sectionName(text: string): string {
  return text.replace(/^.*remote-/, '');
}

/** The kit shows itself: a section for those who make others, which no site has. */
export const galleryOfKit: Deployable = {
  name: 'kit',
  source: path.join(ownPackage, repository ? '../kit/gallery' : 'gallery'),
};

/** What can be deployed from the repository: the shell and every `remote-*` folder. */
export async function listDeployables(): Promise<Deployable[]> {
  const root = repository;
  if (!root) return [];
  const entries = await readdir(root);
  const remotes = entries.filter((entry) => entry.startsWith('remote-')).sort();
  return ['shell', ...remotes].map((entry) => ({
    name: sectionName(entry),
    source: path.join(root, entry),
  }));
}

/** A name, or none in the folder of a section. @throws WrongUseError, NotPossibleError that say what there is */
export async function findDeployable(given: string | undefined): Promise<Deployable> {
  const name = given && sectionName(given);
  const own = await sectionHere();
  if (own && (name === undefined || name === own.name)) return own;
  const known = own ? [own] : await listDeployables();
  const found = known.find((each) => each.name === name);
  if (found) return found;
  if (known.length === 0) return needSection();
  const names = known.map((each) => each.name);
  if (name === undefined)
    throw new WrongUseError(`Name a section or the shell. Choose one of: ${names.join(', ')}.`);
  throw new NotPossibleError(
    `There is no section "${name}" here. Choose one of: ${names.join(', ')}.`,
  );
}

/** The option of commands that take what another tool has built. */
export const builtOption = [
  '--built <folder>',
  "in a section's folder: what Module Federation's own plugin has built there, as an ES module",
] as const;

/** How commands describe the name of something that can be deployed. */
export const nameArgument = '"shell" or a section; in the folder of a section it is that one';

/** Says why a name cannot be a section's, and one that could. */
export function wrongName(name: string, command: string): WrongUseError {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const possible = releaseName.safeParse(plain).success && plain !== 'shell' ? plain : 'blog';
  const reason =
    name === 'shell'
      ? 'it is the frame of all sections.'
      : 'the name is a part of its address, in small letters, digits and dashes.';
  return new WrongUseError(
    `"${name}" cannot name a section: ${reason} For example: ${command} ${possible}`,
  );
}

/** The section in whose folder this is, if it is one. */
export async function sectionHere(): Promise<Deployable | undefined> {
  const source = process.cwd();
  if (!existsSync(path.join(source, 'src/page.tsx'))) return undefined;
  const manifest = await readManifest(source);
  return { name: sectionName(manifest.name), source, manifest };
}

/** The section in whose folder this is, as another tool has built it. */
export async function builtHere(built: string): Promise<Deployable> {
  const source = process.cwd();
  const manifest = await readManifest(source);
  return { name: sectionName(manifest.name), source, manifest, built: path.resolve(built) };
}

/** @throws WrongUseError when this is no folder of a section */
export async function needSection(): Promise<Deployable> {
  const section = await sectionHere();
  if (section) return section;
  throw new WrongUseError('This is no folder of a section: it has no src/page.tsx.');
}

/** Whether this is where a site is run: in the repository, or where its store was named. */
export function hasStore(): boolean {
  return repository !== undefined || Boolean(process.env.DATA_DIR?.trim());
}

/** The whole of an id by its beginning, as in git. What begins none is given back. @throws WrongUseError when it begins several */
export function completeId(beginning: string, ids: readonly string[]): string {
  if (ids.includes(beginning)) return beginning;
  const found = ids.filter((id) => id.startsWith(beginning));
  if (found.length > 1)
    throw new WrongUseError(
      `"${beginning}" begins several ids: ${found.join(', ')}. Type more of it.`,
    );
  return found[0] ?? beginning;
}

/** A release of a store by the beginning of its id. @throws WrongUseError */
export async function completeRef(store: Store, { name, id }: ReleaseRef): Promise<ReleaseRef> {
  const releases = await listReleases(store, name);
  return {
    name,
    id: completeId(
      id,
      releases.map((release) => release.id),
    ),
  };
}

/** The settings of the site. Away from the repository its store has to be named. @throws WrongUseError */
export function readSettings(): Config {
  const config = readConfig(process.env);
  if (repository) return config;
  if (!hasStore())
    throw new WrongUseError(
      'Say where the store is: DATA_DIR=/path/to/data, the folder that holds site.sqlite. From elsewhere, check, deploy and roll back with --to https://www.example.com',
    );
  return { ...config, DATA_DIR: path.resolve(process.env.DATA_DIR ?? '') };
}

/** Opens a preview on the site. */
export function previewLink({ PUBLIC_URL, PORT }: Config, release: Release): string {
  const page = previewPath(release);
  // A team does not know where the site is, unless it is told.
  if (!repository && !PUBLIC_URL) return `…${page}`;
  return new URL(page, PUBLIC_URL ?? localAddress(PORT)).href;
}

/** Where it is previewed: a section on its page, a shell on the home page. */
export function previewPath(release: Release): string {
  const { name, id } = release;
  return `${name === 'shell' ? '/home' : pathOf(release)}?preview=${name}@${id}`;
}

/** Checks the port before the build, which takes long. @throws NotPossibleError */
export async function refuseTakenPort({ PORT, HOST }: Config): Promise<void> {
  const server = createServer();
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve).listen(PORT, HOST, () => server.close(() => resolve(undefined)));
  });
  if (!fault) return;
  const address = localAddress(PORT, HOST);
  if (fault.code === 'EADDRINUSE' && (await isSiteAt(address)))
    throw new NotPossibleError(
      `This site runs already at ${address}. What changed is shown there by: npm run deploy -- --changed`,
    );
  throw new NotPossibleError(portFault(fault, { PORT, HOST }));
}

/** Whether what answers there is a site of this kind. */
async function isSiteAt(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(2000) });
    return 'live' in (await answer.json());
  } catch {
    return false;
  }
}

/** Silent: the command itself reports what is wrong. */
const quiet = { info() {}, error() {} };

/** The store of the site as it is now, for as long as a command takes. @throws DatabaseAwayError */
export async function withStore<Result>(
  work: (store: Store, settings: Config) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings();
  return withStoreAt(settings, (store) => work(store, settings));
}

/** The store of a place as this machine has it. */
export async function openQuietly(place: DatabasePlace): Promise<OpenStore> {
  await refuseUnreadable(path.join(place.DATA_DIR, 'site.sqlite'));
  return openStore(place, quiet);
}

/** @throws NotPossibleError */
async function refuseUnreadable(file: string): Promise<void> {
  await access(file, constants.R_OK | constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EACCES') return;
    throw new NotPossibleError(
      `This user (${userInfo().username}) may not read and write ${file}. Run the command as the user of the site; on a server: sudo portfolio …`,
    );
  });
}

/** The same with the store of any place. @throws DatabaseAwayError */
export async function withStoreAt<Result>(
  place: DatabasePlace,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openQuietly(place);
  try {
    await store.shared.pull();
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A command of another user, or without its settings, may look into the wrong folder. */
export function nothingReleased(dataDir: string): string {
  const begin = repository
    ? ' Begin with: npm start, or name the folder of a site with DATA_DIR.'
    : '';
  return `Nothing has been released in ${dataDir}.${begin}`;
}

/** Sees to it that something of this name has been released. @throws ReleaseRefusedError that names what there is */
export function expectReleased(store: Store, name: string): void {
  const names = listNames(store);
  if (names.includes(name)) return;
  throw new ReleaseRefusedError(
    names.length > 0
      ? `There is no release of "${name}". Choose one of: ${names.join(', ')}.`
      : nothingReleased(store.dataDir),
  );
}
