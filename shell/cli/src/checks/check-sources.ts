import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { icons } from '@portfolio/contract/pages.ts';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { type Contract, checkFitsLive, type LiveSite } from '@portfolio/releases/live/live-set.ts';
import {
  languageOf,
  leavesOf,
  parseTextsDocument,
  type Texts,
} from '@portfolio/releases/release/files.ts';
import { z } from 'zod';
import { readText } from '../project/manifest.ts';

/** A file of the sources by its path in the section, and its content. */
type Source = readonly [file: string, content: string];

/**
 * Checks sources without a build.
 * @param contract the parts of the description that are known without a build
 * @returns the texts, and all faults, as sentences that say what to do
 */
export function checkSources(
  site: LiveSite,
  folder: string,
  contract: Contract,
): { texts: Texts; faults: string[] } {
  const faults = contract.name === 'shell' ? checkOwner(folder) : [];
  let texts: Texts;
  try {
    texts = readSourceTexts(folder);
  } catch (error) {
    return { texts: {}, faults: [...faults, (error as Error).message] };
  }
  faults.push(...valuesWithoutQuotes(texts), ...checkFitsLive(site, contract, texts));
  for (const source of readSources(folder))
    faults.push(...unknownTexts(source, contract.name, texts), ...losableParts(source));
  return { texts, faults };
}

/** Reads every `locales/<language>.yaml` of a folder. @throws an error that names the wrong file */
export function readSourceTexts(folder: string): Texts {
  const files = globSync('locales/*.yaml', { cwd: folder }).sort();
  if (files.length === 0) throw new Error('It has no folder locales/ with its texts.');
  const trees = files.map((file) => {
    // Other spellings of a tag are none, as the file names the language.
    const language = languageOf(file);
    if (language === undefined)
      throw new Error(
        `${file} is no name for texts: a language is named by its tag, such as en.yaml or pt-BR.yaml.`,
      );
    return [language, readTextsFile(readFileSync(path.join(folder, file), 'utf8'), file)];
  });
  return Object.fromEntries(trees);
}

/** @throws BrokenFileError that also names the most frequent cause */
function readTextsFile(content: string, file: string): TextTree {
  try {
    return parseTextsDocument(content, file);
  } catch (error) {
    const line = /^[^"'#|>\n]*: [^"'#|>\n]*: .*$/m.exec(content)?.[0];
    if (line && error instanceof Error)
      error.message += `. A text with ": " needs quotes: ${line.trim().replace(/: (.*)$/, ': "$1"')}`;
    throw error;
  }
}

/** Finds values that YAML does not read as texts, for which a page would show the key. */
function valuesWithoutQuotes(texts: Texts): string[] {
  return Object.entries(texts).flatMap(([language, tree]) =>
    leavesOf(tree)
      .filter(([, value]) => typeof value !== 'string')
      .map(([key, value]) => {
        const scalar = value === null ? 'nothing' : `the ${typeof value} ${value}`;
        const what = Array.isArray(value) ? 'a list' : scalar;
        return `locales/${language}.yaml: "${key}" is ${what} and no text: put it in quotes.`;
      }),
  );
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

/** Finds uses of React's `lazy`, with which a lost part makes the section fail; the kit's own is safe. */
function losableParts([file, source]: Source): string[] {
  const isKit = file.startsWith('kit/');
  if (isKit || !lazyOfReact.test(source)) return [];
  return [
    `${file} uses "lazy" of React, and a part that is lost would take the section with it: use "lazyPart" of "@portfolio/kit", which shows something in its place.`,
  ];
}

const ownerFile = 'kit/owner.json';

const address = z.url({
  protocol: /^https?$/,
  error: 'a whole address, such as https://example.com',
});

const ownerSchema = z.object({
  name: z.string().trim().min(1),
  place: z.string(),
  availability: z.enum(['open', 'busy']),
  phone: z.string(),
  email: z.email(),
  profiles: z.array(z.object({ label: z.string().min(1), url: address, icon: z.enum(icons) })),
  repository: z.union([z.literal(''), address], 'a whole address, or ""'),
  language: z.string(),
  timeZone: z.string().refine(isTimeZone, 'a time zone, such as Europe/Berlin'),
  imprint: z.string(),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Checks the owner's details. @returns a sentence for each fault */
function checkOwner(shell: string): string[] {
  try {
    const { error } = ownerSchema.safeParse(JSON.parse(readText(path.join(shell, ownerFile))));
    return (error?.issues ?? []).map(
      (issue) => `${ownerFile}: "${issue.path.join('.')}": ${issue.message}.`,
    );
  } catch (error) {
    return [`${ownerFile} cannot be read: ${(error as Error).message}.`];
  }
}
