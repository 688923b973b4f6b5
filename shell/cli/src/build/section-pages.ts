import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isBelow, type PageBelow, pageFile, pagesFile } from '@portfolio/contract/pages.ts';
import { printable } from '@portfolio/releases/release/read-release.ts';
import { most, releaseSchema } from '@portfolio/releases/release/release.ts';
import { languageOf } from '@portfolio/releases/release/texts.ts';
import type { RspackPluginInstance } from '@rspack/core';
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';
import { pageOf, readManifest } from './manifest.ts';

/** What lists the pages below a section's own, in its folder. */
const listFile = 'pages.yaml';

/** Several times a long article. */
const mostBytes = 256 * 1024;

/** The pages below a section's own, what their Markdown files say, and every fault in a sentence. */
interface SectionPages {
  pages: PageBelow[];
  /** By the path in the release. */
  texts: Map<string, string>;
  /** The folders with Markdown files. */
  folders: string[];
  faults: string[];
}

const wordsSchema = z.strictObject({ title: z.string(), description: z.string() });
const frontMatterSchema = wordsSchema.extend({ date: z.iso.date().optional() });
const listSchema = z.record(z.string(), z.union([z.string(), z.record(z.string(), wordsSchema)]));

/** Such as `/:post`: the parameter stands for the name of a Markdown file. */
const pattern = /^((?:\/[a-z0-9-]+)*)\/:[a-z]\w*$/i;
const folderName = /^[a-z0-9][\w-]*$/i;
const markdownName = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*))?\.md$/;
const withFrontMatter = /^---\n(.*?)\n---(?:\n(.*))?$/s;

/** Reads which pages a section has below its own, `own`; nothing where it has no such list. */
export function readSectionPages(folder: string, own: string): SectionPages | undefined {
  if (!existsSync(path.join(folder, listFile))) return undefined;
  const found: SectionPages = { pages: [], texts: new Map(), folders: [], faults: [] };
  const languages = listFolder(path.join(folder, 'locales')).flatMap(
    (file) => languageOf(`locales/${file}`) ?? [],
  );
  try {
    const list = parse(content(folder, listFile), listFile, listSchema);
    for (const [at, says] of Object.entries(list)) {
      const above = pattern.exec(at)?.[1];
      if (typeof says === 'string' && above !== undefined && folderName.test(says))
        addPosts(found, { folder, posts: says, above: own + above, languages });
      else if (typeof says === 'object') addPage(found, own + at, says, languages);
      else
        found.faults.push(
          `${listFile}: "${printable(at)}" is to be a path with words in each language, such as /about, or with a folder of Markdown files, such as /:post: posts.`,
        );
    }
  } catch (error) {
    found.faults.push((error as Error).message);
  }
  checkAll(found, own);
  return found;
}

type Words = z.infer<typeof wordsSchema>;

function addPage(
  { pages, faults }: SectionPages,
  at: string,
  words: Record<string, Words>,
  languages: readonly string[],
): void {
  const missing = languages.filter((language) => !words[language]);
  for (const language of missing)
    faults.push(`${listFile}: ${printable(at)} lacks its title and description in "${language}".`);
  pages.push({ path: at, ...byLanguage(Object.entries(words)) });
}

interface Posts {
  folder: string;
  posts: string;
  above: string;
  languages: readonly string[];
}

/** A page for each Markdown file; one without a language in its name is for all that have none of their own. */
function addPosts({ pages, texts, folders, faults }: SectionPages, posts: Posts): void {
  const { folder, above, languages } = posts;
  folders.push(path.join(folder, posts.posts));
  const names = listFolder(path.join(folder, posts.posts)).filter((name) => name.endsWith('.md'));
  const added: PageBelow[] = [];
  for (const name of names.filter((each) => !markdownName.test(each)))
    faults.push(
      `${posts.posts}/${printable(name)} is no name of a page, which becomes its address: small letters, digits and dashes, and perhaps a language, such as first-post.en.md.`,
    );
  const slugs = new Set(names.flatMap((name) => markdownName.exec(name)?.[1] ?? []));
  for (const slug of [...slugs].slice(0, most.pages + 1)) {
    const words: [string, Words & { date?: string | undefined }][] = [];
    for (const language of languages) {
      const name = [`${slug}.${language}.md`, `${slug}.md`].find((each) => names.includes(each));
      const file = `${posts.posts}/${name}`;
      try {
        if (!name)
          throw new Error(
            `${posts.posts}/${slug}.${language}.md is missing. One file for all languages is called ${slug}.md.`,
          );
        const { front, text } = readMarkdown(folder, file);
        words.push([language, front]);
        texts.set(pageFile(`${above}/${slug}`, language), text);
      } catch (error) {
        faults.push((error as Error).message);
      }
    }
    const date = words.find(([, front]) => front.date)?.[1].date;
    added.push({ path: `${above}/${slug}`, ...byLanguage(words), ...(date ? { date } : {}) });
  }
  // The newest first.
  pages.push(...added.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '')));
}

function byLanguage(words: [string, Words][]): Pick<PageBelow, 'title' | 'description'> {
  const of = (what: keyof Words) =>
    Object.fromEntries(words.map(([language, each]) => [language, each[what]]));
  return { title: of('title'), description: of('description') };
}

function readMarkdown(folder: string, file: string) {
  const [, front = '', text = ''] = withFrontMatter.exec(content(folder, file)) ?? [];
  if (!front)
    throw new Error(
      `${file} has to begin with a line ---, its title, description and perhaps date, and another line ---.`,
    );
  return { front: parse(front, file, frontMatterSchema), text };
}

function content(folder: string, file: string): string {
  const whole = path.join(folder, file);
  if (statSync(whole).size > mostBytes)
    throw new Error(`${file} is larger than ${mostBytes} bytes.`);
  return readFileSync(whole, 'utf8').replaceAll('\r\n', '\n');
}

/** Every word is a text: “2026” and “Null” are titles like others. */
function parse<Value>(text: string, file: string, schema: z.ZodType<Value>): Value {
  let value: unknown;
  try {
    value = load(text, { schema: FAILSAFE_SCHEMA, maxDepth: 6, maxAliases: 0 });
  } catch (error) {
    throw new Error(`${file} cannot be read: ${printable((error as Error).message)}.`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(
    `${file} is not right: ${printable(issue?.path.join('.') ?? '')} ${printable(issue?.message ?? '')}.`,
  );
}

/** What holds for every release holds for the list as a whole. */
function checkAll({ pages, faults }: SectionPages, own: string): void {
  if (pages.length > most.pages) {
    faults.splice(0, faults.length, `${listFile} lists more than ${most.pages} pages.`);
    return;
  }
  for (const { path: at } of pages.filter((page) => !isBelow(own, page.path)).slice(0, 10))
    faults.push(
      `${listFile}: "${printable(at)}" can be no address: below ${own} it is of small letters, digits and dashes, four parts and 100 characters at most.`,
    );
  const { error } = releaseSchema.shape.pages.safeParse(pages);
  for (const { path: place, message } of (error?.issues ?? []).slice(0, 10)) {
    const [index, ...rest] = place;
    const which = typeof index === 'number' ? pages[index]?.path : `${pages.length} pages`;
    faults.push(`${listFile}: ${printable(`${which} ${rest.join('.')}`)}: ${message}.`);
  }
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Releases the list for the app, and what the Markdown files say, a file each. */
export function releasedPages(name: string, folder: string): RspackPluginInstance {
  return {
    apply(compiler) {
      const { Compilation, sources } = compiler.webpack;
      const tap = { name: 'releasedPages', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL };
      compiler.hooks.thisCompilation.tap(tap.name, (compilation) => {
        compilation.hooks.processAssets.tapPromise(tap, async () => {
          const manifest = await readManifest(folder);
          const found = readSectionPages(folder, pageOf(name, folder, manifest).path);
          if (!found) return;
          compilation.fileDependencies.add(path.join(folder, listFile));
          for (const each of found.folders) compilation.contextDependencies.add(each);
          for (const fault of found.faults) compilation.errors.push(new Error(fault) as never);
          const files = [[pagesFile, JSON.stringify(found.pages)] as const, ...found.texts];
          for (const [file, text] of files)
            compilation.emitAsset(file, new sources.RawSource(text));
        });
      });
    },
  };
}
