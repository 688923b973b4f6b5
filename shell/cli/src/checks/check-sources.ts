import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { icons } from '@portfolio/contract/pages.ts';
import { type Contract, checkFitsLive } from '@portfolio/releases/live/fits-live.ts';
import { parseTextsDocument, type Texts } from '@portfolio/releases/release/release-texts.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { z } from 'zod';
import { refusalOfImport } from '../build/refused-imports.ts';
import { checkEdition } from './check-edition.ts';
import { faultsOfJson } from './json-faults.ts';
import { readSourceTexts, valuesIn, valuesWithoutQuotes } from './source-texts.ts';

/**
 * Checks sources without a build.
 * @param contract the parts of the description that are known without a build
 * @returns all faults, as sentences that say what to do
 */
export async function checkSources(
  store: Store,
  folder: string,
  contract: Contract,
): Promise<string[]> {
  const texts = await readSourceTexts(folder).catch((error: Error) => error.message);
  const owner = contract.name === 'shell' ? checkOwner(folder) : [];
  if (typeof texts === 'string') return [...owner, texts];
  return [
    ...owner,
    ...valuesWithoutQuotes(texts),
    ...(await checkFitsLive(store, contract, texts)),
    ...(await unknownTexts(folder, contract.name, texts)),
    ...(await checkEdition(folder, texts)),
    ...(await losableParts(folder)),
    ...(await typeFaults(folder)),
  ];
}

const ownerFile = 'kit/owner.json';
const left = 'or "" where there is none';

const named = { error: 'your name' };
const whole = 'a whole address, such as https://www.example.com/me';
const label = { error: 'the key of its name in the texts, such as contact.findMe.games' };
const zone = { error: 'a time zone, such as Europe/Berlin' };

const address = (sentence: string) =>
  z.string({ error: sentence }).regex(/^https?:\/\/./, { error: sentence });
const profile = z.object(
  {
    label: z.string(label).min(1, label),
    url: address(whole),
    icon: z.enum(icons, { error: `one of ${icons.join(', ')}` }),
  },
  { error: 'a label, a url and an icon' },
);

const ownerSchema = z.object({
  name: z.string(named).trim().min(1, named),
  place: z.string({ error: `where you are, ${left}` }),
  availability: z.enum(['open', 'busy'], { error: '"open" or "busy"' }),
  phone: z.string({ error: `a number in quotes, ${left}` }),
  email: z.email({ error: 'your e-mail address: it is shown where nothing else works' }),
  profiles: z.array(profile, { error: 'a list, which is [] where there are none' }),
  repository: z.literal('').or(address(`${whole}, ${left}`)),
  language: z.string({ error: 'one of the languages of the site, such as en' }),
  timeZone: z.string(zone).refine(isTimeZone, zone),
  imprint: z.string({ error: `the address the law asks for, ${left}` }),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Checks the owner's details. @returns a sentence for each fault */
export function checkOwner(shell: string): string[] {
  if (existsSync(path.join(shell, ownerFile))) return faultsOfJson(shell, ownerFile, ownerSchema);
  return [`${ownerFile} is missing: it says whose site it is.`];
}

/** Requests of texts by literal paths, such as `path="blog.title"` or `text(is ? 'a.b' : 'a.c')`. */
const requestedText =
  /(?<=(?:\w=\{?|\b(?:t|text)\()|(?:\w=\{|\b(?:t|text)\()[^{}()]*[?:]\s*)["']([\w-]+(?:\.[\w-]+)+)["']/g;

/** Finds texts that the sources request and a language lacks. Only the browser finds computed paths. */
async function unknownTexts(folder: string, name: string, texts: Texts): Promise<string[]> {
  const first = new Set([name, ...Object.values(texts).flatMap(Object.keys)]);
  const leaves = Object.entries(texts).map(
    ([language, tree]) => [language, valuesIn(tree).map(([path]) => path)] as const,
  );
  const faults: string[] = [];
  for (const [file, source] of await readSources(folder)) {
    for (const [, key = ''] of source.matchAll(requestedText)) {
      const isText =
        first.has(key.split('.')[0] ?? '') && !existsSync(path.join(folder, 'resources', key));
      const lacking = leaves.filter(([, paths]) => !paths.some((path) => isWithin(path, key)));
      const lists = lacking.map(([language]) => `locales/${language}.yaml`).join(' and ');
      if (isText && lists)
        faults.push(
          `${file} asks for the text ${key}, which ${lists} ${lacking.length > 1 ? 'lack' : 'lacks'}.`,
        );
    }
  }
  return [...new Set(faults)];
}

const lazyOfReact = /import \{[^}]*\blazy\b[^}]*\} from ['"]react['"]|\bReact\.lazy\(/;

/** Finds uses of React's `lazy`, with which a lost part makes the section fail. */
async function losableParts(folder: string): Promise<string[]> {
  const sources = await readSources(folder);
  return sources
    .filter(([, source]) => lazyOfReact.test(source))
    .map(
      ([file]) =>
        `${file} uses "lazy" of React, and a part that is lost would take the section with it: use "lazyPart" of "@portfolio/kit", which shows something in its place.`,
    );
}

async function readSources(folder: string): Promise<(readonly [file: string, source: string])[]> {
  const files = globSync('{src,kit/src}/**/*.{ts,tsx}', { cwd: folder }).sort();
  const own = files.filter((each) => !each.includes('.test.'));
  return Promise.all(
    own.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const),
  );
}

/** A requested path may lead to a subtree, as some texts are requested in parts. */
function isWithin(path: string, requested: string): boolean {
  return path === requested || path.startsWith(`${requested}.`);
}

/** Writes the paths of the texts as a type, so that editors complete them and the compiler finds misspelt ones. */
export async function writeTextPaths(folder: string): Promise<void> {
  const file = 'locales/en.yaml';
  const tree = parseTextsDocument(await readFile(path.join(folder, file)), file);
  const texts = valuesIn(tree).filter(([, value]) => typeof value === 'string');
  const lines = texts.map(([key]) => `  ${JSON.stringify(key)}: string;\n`);
  const content = `// Made from ${file}.\ninterface TextPaths {\n${lines.join('')}}\n${ofStyles}`;
  const target = path.join(folder, 'src/texts.d.ts');
  if ((await readFile(target, 'utf8').catch(() => '')) !== content)
    await writeFile(target, content);
}

/** The types of imported CSS, beside those of the texts. */
const ofStyles = `
declare module '*.module.css' {
  const names: Record<string, string>;
  export default names;
}

declare module '*.css?inline' {
  const text: string;
  export default text;
}
`;

/** Runs the compiler in a section that `portfolio new` created. @returns its errors */
async function typeFaults(folder: string): Promise<string[]> {
  if (!existsSync(path.join(folder, 'src/texts.d.ts'))) return [];
  await writeTextPaths(folder);
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const tsc = path.join(path.dirname(manifest), 'bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0
    ? []
    : stdout
        .trim()
        .split(/\n(?! )/)
        .map(withCure);
}

/** Imports that the compiler does not find, in its words. */
const notFound = /Cannot find module '([^']+)'|has no exported member '([^']+)'/;

/** Adds what to do instead of an import that the build would refuse. */
function withCure(fault: string): string {
  const [, module, member = ''] = notFound.exec(fault) ?? [];
  const refusal = refusalOfImport(module ?? member);
  return refusal ? `${fault} ${refusal}` : fault;
}
