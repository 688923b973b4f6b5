import { pictureFiles } from '@portfolio/contract/pictures.ts';
import { type Contents, sentBytes } from '@portfolio/releases/contents/contents.ts';
import { findFirstScripts } from '@portfolio/releases/release/first-scripts.ts';
import {
  count,
  faultOfTemplate,
  faultOfWeight,
  mostFirstBytes,
} from '@portfolio/releases/release/limits.ts';
import type { Allowance } from '@portfolio/releases/release/origins.ts';
import { type Release, templateFile } from '@portfolio/releases/release/release.ts';
import { readReleaseFile } from '@portfolio/releases/store/release-rows.ts';
import { sharedPackages } from '../build/base-config.ts';
import { bundler, ownSources, type Package, type PackageShares } from '../build/package-shares.ts';
import type { Manifest } from '../project/manifest.ts';

/** Limits in bytes, compressed with Brotli. */
type Budget = NonNullable<Manifest['budget']>;

interface Build {
  release: Release;
  packages: readonly Package[];
  shares: PackageShares;
  budget?: Budget | undefined;
  allowance?: Allowance | undefined;
}

/**
 * Checks a built release.
 * @returns all faults, as sentences that say what to do, and a sentence about the weight of dependencies
 */
export async function checkBuild(
  contents: Contents,
  { release, packages, shares, budget, allowance }: Build,
) {
  const { name } = release;
  const weights = await weighScripts(contents, release, shares);
  const faults = [
    ...(await missingResources(contents, release)),
    ...secondCopies(name, packages),
    ...(name === 'shell' ? await faultsOfDocument(contents, release) : []),
    ...overBudget(name, weights, budget, allowance),
  ];
  return { faults, weighs: describeWeights(name, weights, budget, allowance) };
}

/** Checks that the document has the watchdog's script, without which a failing shell has no fallback. */
async function faultsOfDocument(contents: Contents, release: Release): Promise<string[]> {
  const html = String(await readReleaseFile(contents, release, templateFile));
  const fault = faultOfTemplate(html);
  if (fault) return [`document.html ${fault}.`];
  if (html.includes('{{shellBefore}}')) return [];
  return [
    'document.html lacks the script src/document/watchdog.ts with data-before="{{shellBefore}}": where this shell fails, pages would stay empty.',
  ];
}

/**
 * Finds second copies of shared singletons, with which React's hooks and the kit's state fail silently. A section
 * must bundle none, the shell each from one folder.
 */
function secondCopies(name: string, bundled: readonly Package[]): string[] {
  return sharedPackages.flatMap((shared) => {
    const found = bundled.filter((part) => part.name === shared);
    const copies = [...new Set(found.map(({ folder }) => folder))];
    const once = 'Import it by its own name only, and';
    if (name === 'shell' && copies.length > 1)
      return `The shell would bundle ${shared} from ${copies.length} folders (${copies.join(', ')}). ${once} see that it is installed once.`;
    if (name !== 'shell' && copies.length > 0)
      return `${name} would bundle a second copy of ${shared} (${copies.join(', ')}). ${once} keep "${shared}" in peerDependencies.`;
    return [];
  });
}

const picture = /\.(svg|png|jpe?g|webp|avif)$/;

/**
 * Finds resources that code or texts name and the release lacks. Every string with the ending of a picture names
 * one, and every `folder/name` whose folder is in `resources/` or has a named picture. `{theme}` stands for both
 * themes, `{language}` for each language with such a picture.
 */
async function missingResources(contents: Contents, release: Release): Promise<string[]> {
  const { files } = release;
  const resources = new Set(
    Object.keys(files)
      .filter((file) => file.startsWith('resources/'))
      .map((file) => file.slice('resources/'.length)),
  );
  const isThere = (named: string) =>
    resources.has(named) || pictureFiles(named).every((file) => resources.has(file));
  const readers = Object.keys(files).filter((file) => /^[^/]+\.mjs$|^locales\//.test(file));
  const faults: string[] = [];
  for (const reader of readers) {
    const words = wordsOf(String(await readReleaseFile(contents, release, reader)));
    const pictures = words.filter((word) => picture.test(word));
    const folders = new Set(
      [...resources, ...pictures].filter((file) => file.includes('/')).map(folderOf),
    );
    const named = words.filter((word) => picture.test(word) || folders.has(folderOf(word)));
    const missing = named
      .flatMap((word) => variantsOf(word, resources))
      .filter((word) => !isThere(word));
    faults.push(
      ...new Set(missing.map((word) => `resources/${word} is missing; ${reader} names it.`)),
    );
  }
  return faults;
}

function folderOf(file: string): string | undefined {
  return /^([^/]+)\//.exec(file)?.[1];
}

/** The pictures that a name with `{language}` or `{theme}` stands for. */
function variantsOf(word: string, resources: ReadonlySet<string>): string[] {
  const [before = '', after] = word.split('{language}');
  const tags = [...resources]
    .filter((file) => file.startsWith(before))
    .map((file) => /^[a-z]{2,3}(?:-[A-Z]\w+)*(?=[-.])/.exec(file.slice(before.length))?.[0]);
  const drawn = [...new Set(tags)].filter((tag) => tag !== undefined);
  const inEach =
    after === undefined || drawn.length === 0 ? [word] : drawn.map((tag) => before + tag + after);
  return inEach.flatMap((each) =>
    each.includes('{theme}')
      ? ['dark', 'light'].map((theme) => each.replace('{theme}', theme))
      : [each],
  );
}

/** Strings in quotes or brackets that look like relative paths. */
function wordsOf(text: string): string[] {
  const quoted = text.matchAll(/["'`(]([\w-]+(?:\/[\w.{}-]+)*\.?[\w-]*)["'`)]/g);
  return [...quoted].map(([, word = '']) => word);
}

/** The compressed size of a script, or of a package in scripts. */
type Weight = readonly [name: string, bytes: number];

type Weights = Awaited<ReturnType<typeof weighScripts>>;
type Weighed = Weights['first'];

/**
 * Weighs the first scripts of a release and the later ones. A package has its share of each compressed file.
 */
export async function weighScripts(
  contents: Contents,
  { entry, files }: Pick<Release, 'entry' | 'files'>,
  shares: PackageShares = new Map(),
) {
  const first = await findFirstScripts(contents, { entry, files });
  const scripts = Object.keys(files).filter((file) => file.endsWith('.mjs'));
  const weigh = async (some: readonly string[]) => {
    const sizes = new Map<string, number>();
    const packages = new Map<string, number>();
    for (const file of some) {
      const ref = files[file];
      const bytes = ref ? await sentBytes(contents, ref) : 0;
      sizes.set(file, bytes);
      for (const [name, share] of shares.get(file) ?? [])
        packages.set(name, (packages.get(name) ?? 0) + share * bytes);
    }
    const bytes = [...sizes.values()].reduce((sum, each) => sum + each, 0);
    return { bytes, files: heaviestFirst(sizes), packages: heaviestFirst(packages) };
  };
  return {
    first: await weigh(scripts.filter((file) => first.files.has(file))),
    later: await weigh(scripts.filter((file) => !first.files.has(file))),
  };
}

function heaviestFirst(weights: ReadonlyMap<string, number>): Weight[] {
  const whole = [...weights].map(([name, bytes]) => [name, Math.round(bytes)] as const);
  return whole.sort(([, a], [, b]) => b - a);
}

/** A sentence for each exceeded budget. The owner's allowance replaces the budget in package.json. */
function overBudget(
  name: string,
  { first, later }: Weights,
  budget: Budget | undefined,
  allowance?: Allowance,
): string[] {
  const grown = (key: keyof Budget, what: string, { bytes, packages }: Weighed): string[] => {
    const allowed = budget?.[key];
    if (allowed === undefined || bytes <= allowed) return [];
    const more = `${count(bytes - allowed)} more than the ${count(allowed)} bytes it may have${listed(packages)}`;
    return [
      `${what} grew to ${count(bytes)} bytes (brotli), ${more}. The budget stands as "budget.${key}" in the package.json of ${name}.`,
    ];
  };
  const files = later.files.slice(0, 3).map(([file, bytes]) => `${file} ${count(bytes)}`);
  const madeOf = listed(first.packages);
  const tooHeavy =
    name === 'shell' ? undefined : faultOfWeight(name, first.bytes, allowance, madeOf);
  return [
    ...(allowance?.scripts === undefined
      ? grown('scripts', `Its first script ${first.files[0]?.[0]}`, first)
      : []),
    ...(tooHeavy ? [tooHeavy] : []),
    ...grown('laterScripts', `Its later scripts (${files.join(', ')})`, later),
  ];
}

function listed(weights: readonly Weight[]): string {
  const parts = weights.slice(0, 4).map(([name, bytes]) => `${name} ${count(bytes)}`);
  return parts.length > 0 ? `: ${parts.join(', ')}` : '';
}

/** Packages with fewer bytes are counted only: a library may have forty of them. */
const leastListed = 100;

/** The weight of each package in a section and the section's limit; undefined if it bundles no package. */
function describeWeights(
  name: string,
  { first, later }: Weights,
  budget: Budget | undefined,
  allowance?: Allowance,
): string | undefined {
  const isPackage = ([each]: Weight) => each !== ownSources && each !== bundler;
  if (name === 'shell' || ![...first.packages, ...later.packages].some(isPackage)) return undefined;
  const may = allowance?.scripts ?? Math.min(budget?.scripts ?? Infinity, mostFirstBytes());
  const says = ({ bytes, packages }: Weighed) => {
    const heavy = packages.filter(([, its]) => its >= leastListed);
    const parts = heavy.map(([each, its]) => `${each} ${inKilobytes(its)}`);
    if (heavy.length < packages.length) parts.push(`${packages.length - heavy.length} smaller`);
    return `${inKilobytes(bytes)} (${parts.join(', ')})`;
  };
  const after = later.files.length > 0 ? `; later up to ${says(later)}` : '';
  return `${name} loads with its page ${says(first)} of the ${inKilobytes(may)} that it may${after}.`;
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
