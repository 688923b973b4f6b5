import {
  type PageBelow,
  type PageNode,
  pageAt,
  pageFile,
  wordsIn,
} from '@portfolio/contract/pages.ts';
import { type ComponentType, createContext, use, useDeferredValue } from 'react';
import { useLocation } from 'react-router-dom';
import { useSettings } from '../settings.ts';
import type { ProseProps } from './page-prose.tsx';

/** The pages below the surrounding section's own, and the address of its release. The shell sets it. */
export const SectionPages = createContext<{ base: string; pages: readonly PageBelow[] }>({
  base: '/',
  pages: [],
});

/** A page below the section's own, in the visitor's language. */
export interface PageWords {
  path: string;
  title: string;
  description: string;
  /** Such as `2026-11-23`. */
  date?: string | undefined;
  tags: readonly string[];
  /** The reading time; only of a page that is a Markdown file. */
  minutes?: number | undefined;
}

/** The open page below the section's own; undefined on the section's own page. */
export function usePage(): PageWords | undefined {
  const language = useSettings((settings) => settings.language);
  const page = pageAt(use(SectionPages).pages, useLocation().pathname);
  return page && inLanguage(page, language);
}

/** The pages of `posts/`, the newest first. */
export function usePages(): PageWords[] {
  const language = useSettings((settings) => settings.language);
  return use(SectionPages).pages.map((page) => inLanguage(page, language));
}

function inLanguage(
  { title, description, tags, minutes, ...page }: PageBelow,
  language: string,
): PageWords {
  return {
    ...page,
    title: wordsIn(title, language),
    description: wordsIn(description, language),
    tags: tags?.[language] ?? [],
    minutes: minutes?.[language],
  };
}

/** The Markdown file of the open page, without its front matter. */
export function PageText() {
  const { base, pages } = use(SectionPages);
  const page = pageAt(pages, useLocation().pathname);
  // The previous text stays until the one in the other language is loaded.
  const language = useDeferredValue(useSettings((settings) => settings.language));
  if (!page) return null;
  const [{ PageProse }, text] = use(fetchPage(base + pageFile(page, language)));
  // Mounted again for another language, as its text nodes have changing siblings.
  return <PageProse key={language} base={base} text={text} page={page} />;
}

type FetchedPage = readonly [{ PageProse: ComponentType<ProseProps> }, string];

const texts = new Map<string, Promise<FetchedPage>>();

/** Fetches a page once; a text that failed twice is fetched again when next needed. */
function fetchPage(address: string): Promise<FetchedPage> {
  const known = texts.get(address);
  if (known) return known;
  const text = read(address).catch(() => read(address));
  // Late, as most sites have no such page; in the file of pictures, as each file adds 75 bytes to every document.
  const drawing = import(/* webpackChunkName: "pictures" */ './page-prose.tsx').catch(() => ({
    PageProse: PlainWords,
  }));
  const fetching = Promise.all([drawing, text]);
  texts.set(address, fetching);
  fetching.catch(() => texts.delete(address));
  return fetching;
}

/** The fallback for a lost PageProse. */
function PlainWords({ text, page }: ProseProps) {
  const parts = page.minutes ? (JSON.parse(text) as PageNode[]).map(wordsOf) : [text];
  // biome-ignore lint/suspicious/noArrayIndexKey: a text stays as it is
  return parts.map((words, key) => <p key={key}>{words}</p>);
}

function wordsOf(node: PageNode): string {
  if (typeof node === 'string') return node;
  return [node.props.children ?? []].flat().map(wordsOf).join('');
}

async function read(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.text();
}
