import { pageName, pageTitle } from '@portfolio/contract/pages.ts';
import { isMotionWelcome, owner, useSettings, useText } from '@portfolio/kit';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { sectionLoader } from '../federation/section-loader.ts';
import { restoreInput } from '../takeover/early-input.ts';

/**
 * Does after a navigation what a page load does. Rendered beside the page, so that its effects run between
 * commit and paint: later, a page was painted at the previous scroll position.
 */
export function PageArrival({ isHistory }: { isHistory: boolean }) {
  const { pathname, search, hash, key } = useLocation();
  const last = useRef<{ pathname: string; search: string; key?: string }>({ pathname, search });
  const title = pageTitle(usePageName(), owner.name);

  useLayoutEffect(() => {
    document.title = title;
  }, [title]);

  // Depends on the key: a second click on the same link scrolls again.
  useLayoutEffect(() => {
    if (key === last.current.key) return;
    const isFirst = last.current.key === undefined;
    const isNavigation = pathname !== last.current.pathname;
    const isOtherQuery = search !== last.current.search;
    last.current = { pathname, search, key };
    // The switch of the language takes it out of the address, and the visitor stays in place.
    if (isOtherQuery && !isNavigation) return;
    const part = isHistory && !isFirst ? null : partAt(hash.slice(1));
    if (isNavigation) {
      queueMicrotask(restoreInput);
      // The browser restores the position for Back and Forward, even before this page is rendered. The key
      // differs if the visitor has navigated on meanwhile.
      const isStillHere = history.state?.key === key;
      if (!isHistory && isStillHere) scrollTo({ top: 0, behavior: 'instant' });
      if (!part) focusPart(document.querySelector<HTMLElement>('main h1'));
    }
    if (!part) return;
    focusPart(part);
    const isSmooth = !isNavigation && !isFirst && isMotionWelcome();
    part.scrollIntoView({ behavior: isSmooth ? 'smooth' : 'instant' });
  }, [pathname, search, hash, key, isHistory]);

  return null;
}

export function usePageName(): string {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  return pageName(sectionLoader.pageAt(useLocation().pathname), text, language);
}

/** Finds a part by its name, which the address encodes. */
function partAt(name: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(name));
  } catch {
    return document.getElementById(name);
  }
}

let isKeyboardUsed = false;
for (const type of ['keydown', 'pointerdown'])
  addEventListener(type, () => (isKeyboardUsed = type === 'keydown'), true);

/** Shows no focus ring after a click or a page load. */
function focusPart(part: HTMLElement | null): void {
  part?.setAttribute('tabindex', '-1');
  part?.toggleAttribute('data-ringless', !isKeyboardUsed);
  part?.focus({ preventScroll: true });
}
