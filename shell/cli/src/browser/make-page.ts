import { defaultLanguage } from '@portfolio/contract/texts.ts';
import {
  BadPagesError,
  type PrerenderedPage,
  type PrerenderedPages,
  parsePages,
  writePages,
} from '@portfolio/releases/release/parse-pages.ts';
import { findRelease } from '@portfolio/releases/store/release-rows.ts';
import {
  capturePage,
  checkHydration,
  PageFailedError,
  pathOfPage,
  type Stage,
} from './inspect-page.ts';
import type { PageToMake } from './list-missing-pages.ts';
import { makePageOnce } from './pages-made-once.ts';

/** Makes a page in every language, or finds it in the cache. @throws PageFailedError */
export async function makePage(stage: Stage, page: PageToMake): Promise<PrerenderedPages> {
  const release = findRelease(stage.store, page.release);
  if (!release) throw new PageFailedError('broken', ['its description in the store is damaged.']);
  return makePageOnce({ ...page, release }, () => openInAll(stage, page));
}

/**
 * Opens a page in every language, and again with its markup to check hydration. Subpages share a component, so
 * each is checked in one language only; which one differs, so that every language is checked.
 */
async function openInAll(stage: Stage, page: PageToMake) {
  const languages = languagesOf(page);
  const hydratedTurn = pathOfPage(page).length % languages.length;
  const pages = new Map<string, PrerenderedPage>();
  let showsOthers = false;
  for (const [turn, locale] of languages.entries()) {
    const captured = await capturePage(stage, page, locale);
    showsOthers ||= captured.showsOthers;
    pages.set(locale, captured.markup);
    if (page.isSubpage && turn !== hydratedTurn) continue;
    await checkHydration(stage, page, { markup: captured.markup, locale, turn });
  }
  // A browser's result is as untrusted as a team's upload.
  const what = `The page of ${page.release.name}@${page.release.id} under ${page.layout}`;
  const parsed = await parsePages(Buffer.from(writePages(pages)), what).catch((error) => {
    if (!(error instanceof BadPagesError)) throw error;
    throw new PageFailedError('not sendable', [error.message]);
  });
  return { pages: parsed, showsOthers };
}

/** The default language comes first, as most readers of a fault know it. */
export function languagesOf({ set }: PageToMake): string[] {
  return [...set.texts.keys()].sort(
    (a, b) => Number(b === defaultLanguage) - Number(a === defaultLanguage),
  );
}
