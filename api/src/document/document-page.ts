import type { SitePage } from '@portfolio/contract/pages.ts';
import {
  type Fragment,
  fragmentFile,
  ownBase,
  slotMark,
  unknownPath,
} from '@portfolio/contract/rendering.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { Frames } from './frames.ts';

/** The text of a document: the frame of the shell and, within, the page of a release. */
export interface DocumentPage {
  html: string;
  /** With the markers of styled-components, and the version that wrote it. */
  css: string;
  stylesVersion: string;
  /** The rules of style sheets that the page's scripts make. */
  sheets?: string | undefined;
}

/** Puts a page into its frame; undefined without the frame. A section without a fragment has an empty place. */
export async function findDocumentPage(
  { sections, shell }: LiveSet,
  entry: SitePage | undefined,
  language: string,
  frames: Frames | undefined,
): Promise<DocumentPage | undefined> {
  const release = entry ? sections[entry.section]?.[0] : shell;
  const frame = frames?.find(entry && ownPath(entry, sections), language);
  if (!frame || !release) return undefined;
  const text = await release.read(fragmentFile(entry?.path ?? unknownPath));
  const fragments: Record<string, Fragment> = text ? JSON.parse(String(text)) : {};
  const fragment = Object.hasOwn(fragments, language) ? fragments[language] : undefined;
  const place = (attributes: string, html: string) =>
    frame.html.replace(
      slotMark,
      () => `<div id="slot"><div id="page-root"${attributes}>${html}</div></div>`,
    );
  const { stylesVersion } = frame;
  if (!fragment) return { html: place('', ''), css: frame.css, stylesVersion };
  const fill = (part: string) => part.replaceAll(ownBase, release.base);
  // The app takes a page over that it would render itself, and replaces any other.
  const isSame = fragment.madeWith === frames?.madeWith;
  const madeOf = isSame
    ? ` data-page="${release.name}@${release.id}" data-language="${language}"`
    : '';
  return {
    html: place(madeOf, fill(fragment.html)),
    css: joinStyles(frame.css, fill(fragment.css)),
    stylesVersion,
    sheets: fragment.sheets && fill(fragment.sheets),
  };
}

/** The path of the section's own page, whose frame all of its pages have. */
function ownPath({ section, path }: SitePage, sections: LiveSet['sections']): string {
  return sections[section]?.[0]?.page?.path ?? path;
}

/** The end of a component's rules: the number of its group, by which they are ordered, and its classes. */
const block =
  /(?<rules>.*?)data-styled\.g(?<group>\d+)\[id="[^"]*"\]\{content:"[^"]*"\}\/\*!sc\*\/\n/gs;

/** Joins rules as styled-components orders them: those that both have stand there once. */
function joinStyles(...parts: readonly string[]): string {
  const blocks = new Map<string, number>();
  for (const part of parts) {
    for (const { 0: text, groups } of part.matchAll(block)) blocks.set(text, Number(groups?.group));
  }
  return [...blocks]
    .sort(([, a], [, b]) => a - b)
    .map(([text]) => text)
    .join('');
}
