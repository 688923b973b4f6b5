import { globSync } from 'node:fs';
import path from 'node:path';
import { cardFile, type PageBelow, pageFile, pagesFile } from '@portfolio/contract/pages.ts';
import { languageOf } from '@portfolio/releases/release/files.ts';
import { printable, releaseSchema } from '@portfolio/releases/release/release.ts';
import type { Compiler } from '@rspack/core';
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';
import { readText } from './manifest.ts';

/** The folder of a section whose Markdown files are pages below its own. */
const posts = 'posts';

interface SectionPages {
  pages: PageBelow[];
  /** The list of the pages, and compiled Markdown, by the path in the release. */
  files: Map<string, string>;
  /** Files of pictures by the card that shows them. */
  cardPictures: Map<string, string>;
  faults: string[];
}

const frontMatterSchema = z.strictObject({
  title: z.string(),
  description: z.string(),
  date: z.iso.date().optional(),
  tags: z.array(z.string()).optional(),
  picture: z.string().optional(),
  draft: z.enum(['true', 'false']).optional(),
});

const markdownName =
  /^posts\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*))?\.md$/;
const withFrontMatter = /^---\n(.*?)\n---(?:\n(.*))?$/s;

/**
 * Reads the pages below a section's own, `own`: one for each Markdown file in posts/, which is for all languages
 * without one of their own if its name has no language.
 * @param hasDrafts includes posts with `draft: true`, as in development
 */
export async function readSectionPages(
  source: string,
  own: string,
  hasDrafts = false,
): Promise<SectionPages | undefined> {
  const files = globSync(`${posts}/*.md`, { cwd: source }).sort();
  if (files.length === 0) return undefined;
  const texts = globSync('locales/*', { cwd: source }).sort();
  const languages = texts.flatMap((file) => languageOf(file) ?? []);
  const faults = files
    .filter((file) => !markdownName.test(file))
    .map(
      (file) =>
        `${printable(file)} is no name of a page, which becomes its address: small letters, digits and dashes, and perhaps a language, such as first-post.en.md.`,
    );
  const found: SectionPages = { pages: [], files: new Map(), cardPictures: new Map(), faults };
  const slugs = [...new Set(files.flatMap((file) => markdownName.exec(file)?.[1] ?? []))];
  const written: Post[] = [];
  for (const slug of slugs) {
    for (const language of languages) {
      try {
        const inLanguage = `${posts}/${slug}.${language}.md`;
        const file = [inLanguage, `${posts}/${slug}.md`].find((each) => files.includes(each));
        if (!file)
          throw new Error(
            `${inLanguage} is missing. One file for all languages has no language in its name.`,
          );
        const post = { slug, language, ...readMarkdown(source, file) };
        if (hasDrafts || post.front.draft !== 'true') written.push(post);
      } catch (error) {
        faults.push((error as Error).message);
      }
    }
  }
  await addPosts(found, source, own, written);
  found.files.set(pagesFile, JSON.stringify(found.pages));
  const { error } = releaseSchema.shape.pages.safeParse(found.pages);
  for (const { path: at, message } of (error?.issues ?? []).slice(0, 10)) {
    const [index, ...rest] = at;
    const page = found.pages[Number(index)]?.path;
    const place = page ? `${page} ${rest.join('.')}:` : 'the pages';
    faults.push(`${posts}/: ${printable(place)} ${message}.`);
  }
  return found;
}

interface Post extends ReturnType<typeof readMarkdown> {
  slug: string;
  language: string;
}

async function addPosts(
  { pages, files, cardPictures, faults }: SectionPages,
  source: string,
  own: string,
  written: readonly Post[],
): Promise<void> {
  // Imported on demand: most sections have no posts.
  const { compileMarkdown, findPicture } = await import('./compile-markdown.ts');
  const addresses = new Map(written.map(({ file, slug }) => [file, `${own}/${slug}`]));
  const collect = ({ message }: Error) => void faults.push(message);
  for (const [slug, each] of Map.groupBy(written, (post) => post.slug)) {
    const at = `${own}/${slug}`;
    const inEach = <Value>(read: (front: Post['front']) => Value) =>
      Object.fromEntries(each.map(({ language, front }) => [language, read(front)]));
    const minutes: Record<string, number> = {};
    for (const { language, file, text, front } of each) {
      const markdown = { source, file, text, language, page: at, pages: addresses };
      const compiled = await compileMarkdown(markdown);
      faults.push(...compiled.faults);
      minutes[language] = compiled.minutes;
      files.set(pageFile({ path: at }, language), JSON.stringify(compiled.nodes));
      if (!front.picture) continue;
      const picture = await findPicture(markdown, front.picture).catch(collect);
      if (picture) cardPictures.set(cardFile(at, language), path.join(source, picture.at));
    }
    pages.push({
      path: at,
      title: inEach(({ title }) => title),
      description: inEach(({ description }) => description),
      date: each.find(({ front }) => front.date)?.front.date,
      tags: inEach(({ tags = [] }) => tags),
      // Without text the section's own code draws the page.
      minutes: each.some(({ text }) => text.trim()) ? minutes : undefined,
    });
  }
  // Newest first.
  pages.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
}

/** @throws an error that says what to do */
function readMarkdown(source: string, file: string) {
  const content = readText(path.join(source, file)).replaceAll('\r\n', '\n');
  const [, front = '', text = ''] = withFrontMatter.exec(content) ?? [];
  if (!front)
    throw new Error(
      `${file} has to begin with a line ---, its title, description and perhaps date, tags, picture and draft, and another line ---.`,
    );
  return { file, text, front: readFront(front, file) };
}

/** Reads YAML with texts only: “2026” and “Null” are valid titles. @throws an error that says what to do */
function readFront(text: string, file: string): z.infer<typeof frontMatterSchema> {
  let value: unknown;
  try {
    value = load(text, { schema: FAILSAFE_SCHEMA, maxAliases: 0 });
  } catch (error) {
    throw new Error(`${file} cannot be read: ${printable((error as Error).message)}.`);
  }
  const { data, error } = frontMatterSchema.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  const says = `${issue?.path.join('.')} ${issue?.message}`;
  throw new Error(`${file} is not right: ${printable(says)}.`);
}

/** Serves the files of pages while a section is developed, of drafts as well. */
export function developedPages(source: string, own: string) {
  return ({ webpack, hooks }: Compiler): void => {
    const { sources } = webpack;
    hooks.thisCompilation.tap('developedPages', (compilation) => {
      compilation.hooks.processAssets.tapPromise('developedPages', async () => {
        const found = await readSectionPages(source, own, true);
        compilation.contextDependencies.add(path.join(source, posts));
        if (!found) return;
        for (const fault of found.faults) compilation.errors.push(new Error(fault) as never);
        for (const [file, text] of found.files)
          compilation.emitAsset(file, new sources.RawSource(text));
      });
    });
  };
}
