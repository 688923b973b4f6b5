import { pictureFiles } from '@portfolio/contract/pictures.ts';
import type { BuiltRelease } from '@portfolio/releases/release/describe-folder.ts';
import { weighFile } from '@portfolio/releases/release/examine-files.ts';
import { count, faultOfTemplate, faultOfWeight } from '@portfolio/releases/release/limits.ts';
import { type Release, templateFile } from '@portfolio/releases/release/release.ts';
import { sharedPackages } from '../build/base-config.ts';
import type { Package } from '../build/notices.ts';
import type { Manifest } from '../project/manifest.ts';
import { readSources } from './check-sources.ts';

/** Limits in bytes, compressed with Brotli: of the entry, and of all later scripts. */
type Budget = NonNullable<Manifest['budget']>;

interface Build extends BuiltRelease {
  /** The folder of its sources. */
  source: string;
  packages: readonly Package[];
  budget?: Budget | undefined;
}

/** Checks a built release. @returns all faults, as sentences that say what to do */
export async function checkBuild({
  release,
  contents,
  source,
  packages,
  budget,
}: Build): Promise<string[]> {
  const { name } = release;
  const weights = await weighScripts({ release, contents });
  return [
    ...missingResources(release, source),
    ...secondCopies(name, packages),
    ...(name === 'shell' ? faultsOfDocument(contents) : []),
    ...overBudget(name, weights, budget),
  ];
}

/** Checks that the document has the script that starts the app, without which a failing shell has no fallback. */
function faultsOfDocument(contents: BuiltRelease['contents']): string[] {
  const html = String(contents.get(templateFile));
  const fault = faultOfTemplate(html);
  if (fault) return [`document.html ${fault}.`];
  if (html.includes('{{shellBefore}}')) return [];
  return [
    'document.html lacks the script src/document/start.ts with data-before="{{shellBefore}}": where this shell fails, pages would stay empty.',
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
 * Finds resources that the sources of a section name and its release lacks. Every string with the ending of a picture
 * names one, and every `folder/name` whose folder is in `resources/` or has a named picture. `{theme}` and `{language}`
 * stand for any.
 */
function missingResources({ files }: Release, source: string): string[] {
  const resources = Object.keys(files).flatMap((file) => /^resources\/(.*)/.exec(file)?.[1] ?? []);
  const isThere = (named: string) => {
    const form = new RegExp(
      `^${RegExp.escape(named).replaceAll(/\\\{\w+\\\}/g, '[a-z]+(?:-[A-Z]\\w*)?')}$`,
    );
    return resources.some((file) => form.test(file));
  };
  const read = readSources(source).map(([file, content]) => [file, wordsOf(content)] as const);
  const pictures = read.flatMap(([, words]) => words.filter((word) => picture.test(word)));
  const folders = new Set([...resources, ...pictures].flatMap((file) => folderOf(file) ?? []));
  return read.flatMap(([file, words]) => {
    const named = words.filter((word) => picture.test(word) || folders.has(folderOf(word) ?? ''));
    const missing = named.filter((word) => ![word, ...pictureFiles(word)].some(isThere));
    return [...new Set(missing)].map((word) => `resources/${word} is missing; ${file} names it.`);
  });
}

function folderOf(file: string): string | undefined {
  return /^([^/]+)\//.exec(file)?.[1];
}

/** Strings that look like relative paths. */
function wordsOf(text: string): string[] {
  const quoted = text.matchAll(/["']([\w-]+(?:\/[\w.{}-]+)*\.?[\w-]*)["']/g);
  return [...quoted].map(([, word = '']) => word);
}

type Weights = Awaited<ReturnType<typeof weighScripts>>;

/** Weighs the entry of a release and its later scripts, compressed. */
async function weighScripts({ release: { entry }, contents }: BuiltRelease) {
  const weights = { first: 0, later: 0 };
  for (const file of contents.keys()) {
    if (!file.endsWith('.mjs')) continue;
    weights[file === entry ? 'first' : 'later'] += await weighFile(contents, file);
  }
  return weights;
}

/** A sentence for each exceeded budget. */
function overBudget(name: string, { first, later }: Weights, budget: Budget | undefined): string[] {
  const grown = (key: keyof Budget, what: string, bytes: number): string[] => {
    const allowed = budget?.[key];
    if (allowed === undefined || bytes <= allowed) return [];
    return [
      `${what} grew to ${count(bytes)} bytes (brotli), ${count(bytes - allowed)} more than the ${count(allowed)} bytes allowed. The budget stands as "budget.${key}" in the package.json of ${name}.`,
    ];
  };
  const tooHeavy = name === 'shell' ? undefined : faultOfWeight(name, first);
  return [
    ...grown('scripts', 'Its entry', first),
    ...(tooHeavy ? [tooHeavy] : []),
    ...grown('laterScripts', 'Its later scripts', later),
  ];
}
