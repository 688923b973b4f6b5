import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Config, readConfig } from '@portfolio/api/config.ts';
import type { AddOptions } from '@portfolio/releases/live/change-live.ts';
import { pathOf, type Release, releaseName } from '@portfolio/releases/release/release.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import { listReleases, openStore, type Store } from '@portfolio/releases/store/store.ts';
import { repository } from '../own-package.ts';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';
import { readManifest } from './manifest.ts';

export interface Deployable {
  name: string;
  source: string;
}

/** The name of a section from its package or folder, such as `@team/remote-blog`. */
export function sectionName(text: string): string {
  return text.replace(/.*remote-/, '');
}

/** Lists what the repository can deploy: the shell and every `remote-*` folder. */
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

/** Finds a deployable by name, or that of this folder. @throws WrongUseError, NotPossibleError that list all names */
export async function findDeployable(given: string | undefined): Promise<Deployable> {
  const name = given && sectionName(given);
  const own = await sectionHere();
  if (own && (name === undefined || name === own.name)) return own;
  const known = own ? [own] : await listDeployables();
  const found = known.find((each) => each.name === name);
  if (found) return found;
  if (known.length === 0) return needSection();
  const choice = `Choose one of: ${known.map((each) => each.name).join(', ')}.`;
  if (name === undefined) throw new WrongUseError(`Name a section or the shell. ${choice}`);
  throw new NotPossibleError(`There is no section "${name}" here. ${choice}`);
}

export const nameArgument = '"shell" or a section; in the folder of a section it is that one';

/** Checks the name of a section that may not be there yet. @throws WrongUseError */
export function checkName(name: string, example: string): void {
  if (name !== 'shell' && releaseName.safeParse(name).success) return;
  const reason =
    name === 'shell'
      ? 'it is the frame of all sections.'
      : 'the name is a part of its address, in small letters, digits and dashes.';
  throw new WrongUseError(`"${name}" cannot name a section: ${reason} For example: ${example}`);
}

export async function sectionHere(): Promise<Deployable | undefined> {
  const source = process.cwd();
  if (!existsSync(path.join(source, 'src/page.tsx'))) return undefined;
  return { name: sectionName((await readManifest(source)).name), source };
}

/** The section of the current folder. @throws WrongUseError without one */
export async function needSection(): Promise<Deployable> {
  const section = await sectionHere();
  if (section) return section;
  throw new WrongUseError('This is no folder of a section: it has no src/page.tsx.');
}

/** Reads the site's settings, which need DATA_DIR outside the repository. @throws WrongUseError */
export function readSettings(): Config {
  const config = readConfig(process.env);
  if (repository) return config;
  if (!process.env.DATA_DIR?.trim())
    throw new WrongUseError(
      'Say where the store is: DATA_DIR=/path/to/data, the folder that holds site.sqlite. From elsewhere, check, deploy and roll back with --to https://www.example.com',
    );
  return { ...config, DATA_DIR: path.resolve(process.env.DATA_DIR) };
}

export type Purpose = Pick<AddOptions, 'isPreview' | 'isCheckOnly'>;

/** Says what became of a deploy to the site at this address. */
export function tellDeployed(
  release: Pick<Release, 'name' | 'id' | 'page'>,
  { isPreview, isCheckOnly }: Purpose,
  origin: string,
): void {
  const { name, id } = release;
  const shown = `${origin}${pathOf(release)}?preview=${name}@${id}`;
  if (isCheckOnly) console.log(`${name} could be deployed.`);
  else if (isPreview) console.log(`Preview of ${name}@${id}: ${shown}`);
  else console.log(`${name}@${id} is live.`);
}

/** Opens the store of the site for a command. @throws DatabaseError */
export async function openOwnStore(): Promise<Store> {
  return openStore(readSettings());
}

/** Names the folder, as a command without the site's settings may use a wrong one. */
export function nothingReleased(dataDir: string): string {
  const begin = repository
    ? ' Begin with: npm start, or name the folder of a site with DATA_DIR.'
    : '';
  return `Nothing has been released in ${dataDir}.${begin}`;
}

/** Checks that a release of this name exists. @throws RefusedError that lists all names */
export async function expectReleased(store: Store, name: string): Promise<void> {
  const names = [...new Set((await listReleases(store)).map((each) => each.name))];
  if (names.includes(name)) return;
  throw new RefusedError(
    names.length > 0
      ? `There is no release of "${name}". Choose one of: ${names.join(', ')}.`
      : nothingReleased(store.dataDir),
  );
}

/** Makes a folder that is deleted when the process exits. */
export function temporaryFolder(): string {
  const { path: folder, remove } = mkdtempDisposableSync(path.join(os.tmpdir(), 'portfolio-'));
  process.once('exit', remove);
  return folder;
}
