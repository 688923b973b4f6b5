import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  cardFile,
  isBelow,
  type PageBelow,
  pageFile,
  pagesFile,
} from '@portfolio/contract/pages.ts';
import { fewerPages, releaseLimits } from '@portfolio/releases/release/limits.ts';
import { printable, releaseSchema } from '@portfolio/releases/release/release.ts';
import { languageOf } from '@portfolio/releases/release/release-texts.ts';
import type { RspackPluginInstance } from '@rspack/core';
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';
import { readText } from './manifest.ts';

const listFile = 'pages.yaml';

/** Several times the size of a long article. */
const mostBytes = 256 * 1024;

interface SectionPages {
  pages: PageBelow[];
  /** Compiled Markdown by the path in the release. */
  texts: Map<string, string>;
  /** Files of pictures by the card that shows them. */
  cardPictures: Map<string, string>;
  folders: string[];
  faults: string[];
}

const wordsSchema = z.strictObject({ title: z.string(), description: z.string() });
const frontMatterSchema = wordsSchema.extend({
  date: z.iso.date().optional(),
  tags: z.array(z.string()).optional(),
  picture: z.string().optional(),
  draft: z.enum(['true', 'false']).optional(),
});
const listSchema = z.record(z.string(), z.union([z.string(), z.record(z.string(), wordsSchema)]));

/** A path such as `/:post`, whose parameter stands for the name of a Markdown file. */
const pattern = /^((?:\/[a-z0-9-]+)*)\/:[a-z]\w*$/i;
const folderName = /^[a-z0-9][\w-]*$/i;
const markdownName = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*))?\.md$/;
const withFrontMatter = /^---\n(.*?)\n---(?:\n(.*))?$/s;

/**
 * Reads the pages below a section's own, `own`; undefined if the section has no list.
 * @param hasDrafts includes posts with `draft: true`, as in development
 */
export async function readSectionPages(
  folder: string,
  own: string,
  hasDrafts = false,
): Promise<SectionPages | undefined> {
  if (!existsSync(path.join(folder, listFile))) return undefined;
  const found: SectionPages = {
    pages: [],
    texts: new Map(),
    cardPictures: new Map(),
    folders: [],
    faults: [],
  };
  const { pages, faults } = found;
  const languages = listFolder(path.join(folder, 'locales')).flatMap(
    (file) => languageOf(`locales/${file}`) ?? [],
  );
  try {
    const list = parse(content(folder, listFile), listFile, listSchema);
    for (const [at, says] of Object.entries(list)) {
      const above = pattern.exec(at)?.[1];
      if (typeof says === 'string' && above !== undefined && folderName.test(says))
        await addPosts(found, { source: folder, languages, hasDrafts }, own + above, says);
      else if (typeof says === 'object') {
        pages.push({ path: own + at, ...byLanguage(Object.entries(says)) });
        for (const language of languages.filter((each) => !says[each]))
          faults.push(
            `${listFile}: ${printable(own + at)} lacks its title and description in "${language}".`,
          );
      } else
        faults.push(
          `${listFile}: "${printable(at)}" is to be a path with words in each language, such as /about, or with a folder of Markdown files, such as /:post: posts.`,
        );
    }
  } catch (error) {
    faults.push((error as Error).message);
  }
  checkAll(found, own);
  return found;
}

type PageTexts = z.infer<typeof wordsSchema>;

interface Section {
  source: string;
  languages: readonly string[];
  hasDrafts: boolean;
}

/**
 * Adds a page for each Markdown file. A file without a language in its name is for all languages without their own.
 * @param above the path above the pages
 * @param posts the folder
 */
async function addPosts(
  { pages, texts, cardPictures, folders, faults }: SectionPages,
  { source, languages, hasDrafts }: Section,
  above: string,
  posts: string,
): Promise<void> {
  const folder = path.join(source, posts);
  folders.push(folder);
  const names = listFolder(folder).filter((name) => name.endsWith('.md'));
  for (const name of names.filter((each) => !markdownName.test(each)))
    faults.push(
      `${posts}/${printable(name)} is no name of a page, which becomes its address: small letters, digits and dashes, and perhaps a language, such as first-post.en.md.`,
    );
  const written: Post[] = [];
  const slugs = new Set(names.flatMap((name) => markdownName.exec(name)?.[1] ?? []));
  for (const slug of [...slugs].slice(0, releaseLimits.pages + 1)) {
    for (const language of languages) {
      const name = [`${slug}.${language}.md`, `${slug}.md`].find((each) => names.includes(each));
      const file = `${posts}/${name}`;
      try {
        if (!name)
          throw new Error(
            `${posts}/${slug}.${language}.md is missing. One file for all languages is called ${slug}.md.`,
          );
        const read = { slug, language, file, ...readMarkdown(source, file) };
        if (hasDrafts || read.front.draft !== 'true') written.push(read);
      } catch (error) {
        faults.push((error as Error).message);
      }
    }
  }
  // Imported on demand: most sections have no posts.
  const { compileMarkdown, findPicture } = await import('./compile-markdown.ts');
  const addresses = new Map(written.map(({ file, slug }) => [file, `${above}/${slug}`]));
  const added: PageBelow[] = [];
  for (const [slug, each] of Map.groupBy(written, (post) => post.slug)) {
    const words = each.map(({ language, front }) => [language, front] as const);
    const page = { path: `${above}/${slug}`, ...byLanguage(words) };
    const minutes: Record<string, number> = {};
    for (const { language, file, text, front } of each) {
      const markdown = { source, file, text, language, page: page.path, pages: addresses };
      const compiled = await compileMarkdown(markdown);
      faults.push(...compiled.faults);
      minutes[language] = compiled.minutes;
      texts.set(pageFile({ ...page, minutes }, language), JSON.stringify(compiled.nodes));
      if (!front.picture) continue;
      await findPicture(markdown, front.picture).then(
        ({ at }) => cardPictures.set(cardFile(page.path, language), path.join(source, at)),
        ({ message }) => faults.push(message),
      );
    }
    const date = each.find(({ front }) => front.date)?.front.date;
    const tags = Object.fromEntries(words.map(([language, front]) => [language, front.tags ?? []]));
    added.push({ ...page, date, tags, minutes });
  }
  // Newest first.
  pages.push(...added.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '')));
}

interface Post extends ReturnType<typeof readMarkdown> {
  slug: string;
  language: string;
  file: string;
}

function byLanguage(
  words: readonly (readonly [string, PageTexts])[],
): Pick<PageBelow, 'title' | 'description'> {
  const of = (what: keyof PageTexts) =>
    Object.fromEntries(words.map(([language, each]) => [language, each[what]]));
  return { title: of('title'), description: of('description') };
}

function readMarkdown(folder: string, file: string) {
  const [, front = '', text = ''] = withFrontMatter.exec(content(folder, file)) ?? [];
  if (!front)
    throw new Error(
      `${file} has to begin with a line ---, its title, description and perhaps date, tags, picture and draft, and another line ---.`,
    );
  return { front: parse(front, file, frontMatterSchema), text };
}

function content(folder: string, file: string): string {
  const whole = path.join(folder, file);
  if (statSync(whole).size > mostBytes)
    throw new Error(`${file} is larger than ${mostBytes} bytes: make two pages of it.`);
  return readText(whole).replaceAll('\r\n', '\n');
}

/** Parses YAML with texts only: “2026” and “Null” are valid titles. */
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

/** Checks the whole list by the rules of releases. */
function checkAll(found: SectionPages, own: string): void {
  const { pages, faults } = found;
  if (pages.length > releaseLimits.pages) {
    found.faults = [`${listFile} lists more than ${releaseLimits.pages} pages: ${fewerPages}.`];
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

/** Adds the list and the compiled Markdown files to a release. */
export function releasedPages(
  folder: string,
  own: string,
  hasDrafts: boolean,
): RspackPluginInstance {
  return {
    apply(compiler) {
      const { Compilation, sources } = compiler.webpack;
      const tap = { name: 'releasedPages', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL };
      compiler.hooks.thisCompilation.tap(tap.name, (compilation) => {
        compilation.hooks.processAssets.tapPromise(tap, async () => {
          compilation.fileDependencies.add(path.join(folder, listFile));
          const found = await readSectionPages(folder, own, hasDrafts);
          if (!found) return;
          for (const each of found.folders) {
            compilation.contextDependencies.add(each);
            for (const file of listFolder(each))
              compilation.fileDependencies.add(path.join(each, file));
          }
          for (const fault of found.faults) compilation.errors.push(new Error(fault) as never);
          const files = [[pagesFile, JSON.stringify(found.pages)] as const, ...found.texts];
          for (const [file, text] of files)
            compilation.emitAsset(file, new sources.RawSource(text));
        });
      });
    },
  };
}
