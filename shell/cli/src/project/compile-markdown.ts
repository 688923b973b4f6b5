import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { linkProtocols, type PageNode } from '@portfolio/contract/pages.ts';
import { isSized, pictureFile, pictureFormats, sourceSet } from '@portfolio/contract/pictures.ts';
import { takenIds } from '@portfolio/releases/release/markup.ts';
import { printable } from '@portfolio/releases/release/release.ts';
import GithubSlugger from 'github-slugger';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { toString as textOf } from 'hast-util-to-string';
import sharp from 'sharp';
import { visit } from 'unist-util-visit';
import { hashOfPackages, makeOnce } from './package-cache.ts';

export interface MarkdownFile {
  source: string;
  /** Its path in the section, such as `posts/first-post.en.md`. */
  file: string;
  text: string;
  language: string;
  /** The path of its page. */
  page: string;
  /** The paths of all Markdown pages by file, for links. */
  pages: ReadonlyMap<string, string>;
}

type Place = Pick<MarkdownFile, 'source' | 'file'>;
type Tree = Parameters<typeof toJsxRuntime>[0];
type Element = Extract<Tree, { type: 'element' }>;

const wordsPerMinute = 220;

/** What makes a tree of a text. */
const [parser, packages] = [readFileSync(import.meta.filename, 'utf8'), hashOfPackages()];

/**
 * Compiles Markdown with tables, footnotes and highlighted code, so that visitors need no parser. HTML becomes text.
 * @returns the text as the kit renders it, and faults as sentences that say what to do
 */
export async function compileMarkdown(markdown: MarkdownFile) {
  const faults: string[] = [];
  const tree = await parse(markdown);
  const pictures: Promise<void>[] = [];
  const ids = new GithubSlugger();
  // These are ids of parts of every document.
  for (const id of takenIds) ids.slug(id);
  visit(tree, 'element', (element, index, parent) => {
    const { tagName, properties } = element;
    // The page's title is its only heading of the first level.
    if (tagName === 'h1') element.tagName = 'h2';
    if (/^h\d$/.test(tagName)) properties.id ??= ids.slug(textOf(element));
    if (tagName === 'a')
      properties.href = linkFrom(markdown, String(properties.href ?? ''), (it) => faults.push(it));
    if (tagName === 'img')
      pictures.push(
        showPicture(markdown, element).catch(({ message }) => void faults.push(message)),
      );
    // Wide blocks can be scrolled by keyboard.
    if (tagName === 'pre') properties.tabIndex = 0;
    if (tagName === 'table' && parent && index !== undefined) {
      const properties = { className: ['table'], tabIndex: 0 };
      parent.children[index] = { type: 'element', tagName: 'div', properties, children: [element] };
    }
  });
  await Promise.all(pictures);
  const words = textOf(tree).match(/\S+/g)?.length ?? 0;
  const minutes = Math.max(1, Math.round(words / wordsPerMinute));
  return { nodes: nodesOf(tree), minutes, faults };
}

/** Parses Markdown with tables, footnotes and code, which it highlights, once for each text, as that takes long. */
async function parse({ text, language }: MarkdownFile): Promise<Tree> {
  const make = async () => {
    processors ??= createProcessors();
    const { inEnglish, others } = await processors;
    const processor = others.get(language) ?? inEnglish;
    return Buffer.from(JSON.stringify(await processor.run(processor.parse(text))));
  };
  const from = JSON.stringify([text, language, parser, packages]);
  const parsed = packages
    ? await makeOnce(`posts/${hash('sha256', from).slice(0, 32)}.json`, make)
    : await make();
  return JSON.parse(String(parsed));
}

let processors: ReturnType<typeof createProcessors> | undefined;

/** Made once, as each registers the grammars of all programming languages. */
async function createProcessors() {
  const { unified } = await import('unified');
  const { default: remarkParse } = await import('remark-parse');
  const { default: remarkGfm } = await import('remark-gfm');
  const { default: remarkRehype } = await import('remark-rehype');
  const { default: rehypeHighlight } = await import('rehype-highlight');
  const html = (_state: unknown, { value }: { value: string }) => ({
    type: 'text' as const,
    value,
  });
  /** With labels for screen readers. */
  const create = (footnotes: string, back: string) =>
    unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(remarkRehype, {
        footnoteBackLabel: (index) => `${back} ${index + 1}`,
        footnoteLabel: footnotes,
        handlers: { html },
      })
      .use(rehypeHighlight)
      .freeze();
  return {
    inEnglish: create('Footnotes', 'Back to where it stands:'),
    others: new Map([['de', create('Fußnoten', 'Zurück zur Stelle:')]]),
  };
}

function nodesOf(tree: Tree): PageNode[] {
  const jsx = (type: unknown, props: object) => ({ type, props });
  const options = { Fragment: '', jsx, jsxs: jsx, tableCellAlignToStyle: false };
  const root = toJsxRuntime(tree, options as never) as Exclude<PageNode, string>;
  return [root.props.children ?? []].flat();
}

/** Resolves a link to a part of the page, a page or file of the section, another page, or another site. */
function linkFrom(
  { file, source, page, pages }: MarkdownFile,
  href: string,
  fault: (sentence: string) => void,
): string {
  if (href.startsWith('#')) {
    // The first heading with the id of a part of the document has this one.
    return takenIds.has(href.slice(1)) ? `${href}-1` : href;
  }
  const base = new URL(page, 'https://site.invalid');
  const url = URL.parse(href, base);
  if (!url || !(url.origin === base.origin || linkProtocols.includes(url.protocol))) {
    fault(
      `${file} links to ${printable(href)}: a link leads to a page, or begins with ${linkProtocols.join(', ')}.`,
    );
    return '';
  }
  if (url.origin !== base.origin) return url.href;
  const [named = ''] = href.split(/[?#]/);
  if (!/\.\w+$/.test(named)) return url.pathname + url.search + url.hash;
  // The link names a file, beside this one or in resources/.
  const target = fileBeside(file, named);
  const to = pages.get(target);
  if (to) return to + url.search + url.hash;
  const isThere = target.startsWith('resources/') && existsSync(path.join(source, target));
  // The site answers other absolute paths, such as a feed.
  if (!isThere && named.startsWith('/')) return url.pathname + url.search + url.hash;
  if (!isThere) fault(`${file} links to ${printable(href)}, which is not there.`);
  return addressOf(target) + url.hash;
}

/** Escapes a path for `srcset`, which is separated by spaces and commas. */
function addressOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}

/** The path in the section of a file that a Markdown file names. */
function fileBeside(file: string, named: string): string {
  const { pathname = '' } = URL.parse(named, `https://site.invalid/${file}`) ?? {};
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return named;
  }
}

/**
 * Finds the picture that a Markdown file names.
 * @returns its path in the section, and its size
 * @throws an error that says what to do
 */
export async function findPicture({ file, source }: Place, named: string) {
  const at = fileBeside(file, named);
  if (/^\w+:|^\/\//.test(named) || !at.startsWith('resources/'))
    throw new Error(
      `${file} shows ${printable(named)}: the pictures of a section lie in resources/, such as ../resources/pig.jpg.`,
    );
  const { autoOrient } = await sharp(path.join(source, at))
    .metadata()
    .catch(() => {
      throw new Error(`${file} shows ${printable(named)}, which is not there, or is no picture.`);
    });
  return { at, width: autoOrient.width, height: autoOrient.height };
}

/** Makes a picture in its sizes, as `Picture` of the kit does. @throws an error that says what to do */
async function showPicture(place: Place, element: Element): Promise<void> {
  const { src, alt = '', title } = element.properties;
  const { at, width, height } = await findPicture(place, String(src));
  const picture = { alt, title, width, height, loading: 'lazy', decoding: 'async' };
  if (!isSized(at, width)) {
    element.properties = { ...picture, src: addressOf(at) };
    return;
  }
  const sizes = '(min-width: 620px) 560px, 92vw';
  const bare = addressOf(at.slice(0, -path.extname(at).length));
  const sources = pictureFormats.map((format) => ({
    type: 'element' as const,
    tagName: 'source',
    properties: { type: `image/${format}`, srcSet: sourceSet(bare, format), sizes },
    children: [],
  }));
  const properties = { ...picture, src: pictureFile(bare, 800, 'webp') };
  element.children = [...sources, { type: 'element', tagName: 'img', properties, children: [] }];
  element.tagName = 'picture';
  element.properties = {};
}
