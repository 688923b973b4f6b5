import { type PageBelow, pageAt, pageFile, wordsIn } from '@portfolio/contract/pages.ts';
import { use, useDeferredValue } from 'react';
import { useLocation } from 'react-router-dom';
import { useSettings } from '../settings.ts';
import { ThisRelease } from '../this-release.ts';
import { PageProse } from './page-prose.tsx';

/** The open page below the section's own, in the visitor's language; undefined on the section's own page. */
export function usePage() {
  const language = useSettings((settings) => settings.language);
  const page = pageAt(use(ThisRelease).pages, useLocation().pathname);
  return page && inLanguage(page, language);
}

/** The pages of `posts/`, the newest first. */
export function usePages() {
  const language = useSettings((settings) => settings.language);
  return use(ThisRelease).pages.map((page) => inLanguage(page, language));
}

function inLanguage(
  { path, title, description, date, tags, minutes }: PageBelow,
  language: string,
) {
  return {
    path,
    title: wordsIn(title, language),
    description: wordsIn(description, language),
    /** Such as `2026-11-23`. */
    date,
    tags: tags?.[language] ?? [],
    /** The reading time; only of a page that is a Markdown file. */
    minutes: minutes?.[language],
  };
}

/** The Markdown file of the open page, without its front matter. */
export function PageText() {
  const { base, pages } = use(ThisRelease);
  const page = pageAt(pages, useLocation().pathname);
  // The previous text stays until the one in the other language is loaded.
  const language = useDeferredValue(useSettings((settings) => settings.language));
  if (!page) return null;
  const text = use(fetchText(base + pageFile(page, language)));
  // Mounted again for another language, as its text nodes have changing siblings.
  return <PageProse key={language} base={base} text={text} />;
}

const texts = new Map<string, Promise<string>>();

/** Fetches a text once; one that failed twice is fetched again when next needed. */
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
