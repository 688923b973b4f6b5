import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { leavesOf } from '@portfolio/contract/texts.ts';
import { type Contract, checkFitsLive, type LiveSite } from '@portfolio/releases/live/fits-live.ts';
import type { Texts } from '@portfolio/releases/release/release-texts.ts';
import { checkOwner } from './check-owner.ts';
import { readSourceTexts, valuesWithoutQuotes } from './source-texts.ts';

/** A file of the sources by its path in the section, and its content. */
type Source = readonly [file: string, content: string];

/**
 * Checks sources without a build.
 * @param contract the parts of the description that are known without a build
 * @returns the texts, and all faults, as sentences that say what to do
 */
export async function checkSources(
  site: LiveSite,
  folder: string,
  contract: Contract,
): Promise<{ texts: Texts; faults: string[] }> {
  const faults = contract.name === 'shell' ? checkOwner(folder) : [];
  const texts = await readSourceTexts(folder).catch(({ message }: Error) => message);
  if (typeof texts === 'string') return { texts: {}, faults: [...faults, texts] };
  faults.push(...valuesWithoutQuotes(texts), ...checkFitsLive(site, contract, texts));
  for (const source of readSources(folder))
    faults.push(...unknownTexts(source, contract.name, texts), ...losableParts(source));
  return { texts, faults };
}

/** Reads the modules of a section or the shell, without its tests. */
function readSources(folder: string): Source[] {
  const files = globSync('{src,kit/src}/**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.*'] });
  return files.sort().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]);
}

/**
 * Requests of texts by literal paths: of the properties that the kit reads as paths, such as `path="blog.title"`, and
 * of `text(is ? 'a.b' : 'a.c')`.
 */
const requestedText =
  /(?<=\b(?:(?:path|label|alt)=\{?|(?:t|text)\()|\b(?:(?:path|label|alt)=\{|(?:t|text)\()[^{}()]*[?:]\s*)["']([\w-]+(?:\.[\w-]+)+)["']/g;

/** Finds texts that a module requests and a language lacks. A path may lead to a subtree. */
function unknownTexts([file, source]: Source, name: string, texts: Texts): string[] {
  const requested = new Set([...source.matchAll(requestedText)].map(([, key = '']) => key));
  const first = new Set([name, ...Object.values(texts).flatMap(Object.keys)]);
  const own = [...requested].filter((key) => first.has(key.split('.')[0] ?? ''));
  return own.flatMap((key) => {
    const lacking = Object.entries(texts).filter(
      ([, tree]) => !leavesOf(tree).some(([leaf]) => `${leaf}.`.startsWith(`${key}.`)),
    );
    if (lacking.length === 0) return [];
    const lists = lacking.map(([language]) => `locales/${language}.yaml`).join(' and ');
    return `${file} asks for the text ${key}, which ${lists} ${lacking.length > 1 ? 'lack' : 'lacks'}.`;
  });
}

const lazyOfReact = /import \{[^}]*\blazy\b[^}]*\} from ['"]react['"]|\bReact\.lazy\(/;

/** Finds uses of React's `lazy`, with which a lost part makes the section fail. */
function losableParts([file, source]: Source): string[] {
  if (!lazyOfReact.test(source)) return [];
  return [
    `${file} uses "lazy" of React, and a part that is lost would take the section with it: use "lazyPart" of "@portfolio/kit", which shows something in its place.`,
  ];
}
