import { type PageBelow, pageAt, pageFile, wordsIn } from '@portfolio/contract/pages.ts';
import { createContext, use, useDeferredValue } from 'react';
import { useLocation } from 'react-router-dom';
import { useSettings } from '../settings.ts';
import { MarkdownProse } from './markdown.tsx';

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
  /** Such as `2026-11-23`, where it has one. */
  date?: string | undefined;
}

/** The page below the section's own that is open; nothing on the section's own. */
export function usePage(): PageWords | undefined {
  return pageAt(usePages(), useLocation().pathname);
}

/** The pages that `pages.yaml` lists, in its order; posts with the newest first. */
export function usePages(): PageWords[] {
  const language = useSettings((settings) => settings.language);
  return use(SectionPages).pages.map(({ path, title, description, date }) => ({
    path,
    title: wordsIn(title, language),
    description: wordsIn(description, language),
    date,
  }));
}

/** The Markdown file of the open page, without its front matter. */
export function PageText() {
  const { base } = use(SectionPages);
  const page = usePage();
  // The old text stays until the one in the other language is loaded.
  const language = useDeferredValue(useSettings((settings) => settings.language));
  return (
    page && (
      // Mounted again for another language: its text nodes are beside elements that change.
      <MarkdownProse key={language}>
        {use(fetchText(base + pageFile(page.path, language)))}
      </MarkdownProse>
    )
  );
}

const texts = new Map<string, Promise<string>>();

/** Once for the life of the page, but for a text that failed twice: that is fetched again when next needed. */
function fetchText(address: string): Promise<string> {
  const known = texts.get(address);
  if (known) return known;
  const fetching = read(address).catch(() => read(address));
  texts.set(address, fetching);
  fetching.catch(() => texts.delete(address));
  return fetching;
}

async function read(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.text();
}
