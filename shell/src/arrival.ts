import { pageName, pageTitle } from '@portfolio/contract/pages.ts';
import { isMotionWelcome, owner, useSettings, useText } from '@portfolio/kit';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSite } from './federation/site.ts';

/**
 * What a page load would do after a navigation: the title changes, the new page begins at its top,
 * and the focus goes to its heading. An address that names a part of the page leads
 * there, also on the first load. Stands beside the page, so that it comes when the page is there, and
 * acts before it is painted: later, a page was seen at the place of the one before.
 */
export function Arrival({ isHistory }: { isHistory: boolean }) {
  const { pathname, hash, key } = useLocation();
  const shown = useRef<{ pathname: string; key?: string }>({ pathname });
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const page = useSite().pageAt(pathname);
  const title = pageTitle(pageName(page, text, language), owner.name);

  useLayoutEffect(() => {
    document.title = title;
  }, [title]);

  // A second click on the same link leads there again.
  useLayoutEffect(() => {
    if (key === shown.current.key) return;
    const isFirst = shown.current.key === undefined;
    const isNavigation = pathname !== shown.current.pathname;
    shown.current = { pathname, key };
    const part = isHistory && !isFirst ? null : document.getElementById(hash.slice(1));
    if (isNavigation) {
      // Back and forward: the browser knows where the visitor was, also who went back before this page
      // was there.
      if (!isHistory && history.state?.key === key) scrollTo({ top: 0, behavior: 'instant' });
      if (!part) focusPart(document.querySelector<HTMLElement>('main h1'));
    }
    if (!part) return;
    focusPart(part);
    const isSmooth = !isNavigation && !isFirst && isMotionWelcome();
    part.scrollIntoView({ behavior: isSmooth ? 'smooth' : 'instant' });
  }, [pathname, hash, key, isHistory]);

  return null;
}

/** No focus ring after a click or a page load. */
let isByKeyboard = false;
addEventListener('keydown', () => setKeyboard(true), true);
addEventListener('pointerdown', () => setKeyboard(false), true);

function setKeyboard(isUsed: boolean): void {
  isByKeyboard = isUsed;
}

function focusPart(part: HTMLElement | null): void {
  part?.setAttribute('tabindex', '-1');
  part?.toggleAttribute('data-ringless', !isByKeyboard);
  part?.focus({ preventScroll: true });
}
