import { changeInView, hasLateFont, isMotionWelcome } from '@portfolio/kit';
import { addTransitionType, useLayoutEffect, useReducer, useState, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { navigationEntryAt, releaseMap } from '../federation/release-map.ts';
import { sectionLoader } from '../federation/section-loader.ts';

export interface VisiblePage {
  location: Location;
  isHistory: boolean;
}

/**
 * The rendered page. Address and tab change with the click; the page follows in one of three ways.
 * @returns also whether the page at the address is still loading
 */
export function useVisiblePage(): [visible: VisiblePage, isPending: boolean] {
  const location = useLocation();
  const isHistory = useNavigationType() === NavigationType.Pop;
  const [visible, setVisible] = useState({ location, isHistory });
  const [isPending, startTransition] = useTransition();

  useLayoutEffect(() => {
    if (location === visible.location) return;
    const next = { location, isHistory };
    const entry = navigationEntryAt(location.pathname);
    // A section that failed earlier may load now.
    if (entry) sectionLoader.forgetFailure(entry.section);
    const isSettled = !entry || sectionLoader.isSettled(entry.section);
    // 1. After Back or Forward at once: the browser restores the scroll position only of a page that is rendered within
    // its event; one frame later it stopped at the length of the previous page (301 instead of 2500 px, in every
    // engine). React renders no transition of an effect within the event.
    if (isHistory && isSettled) return setVisible(next);
    // 2. If the font came too late for the first page: in a view transition of the whole document, which changes to it.
    if (isSettled && hasLateFont())
      return void changeInView('texts', () => flushSync(() => setVisible(next)));
    // 3. Otherwise once its section is loaded, in a view transition of the page alone.
    const direction = directionOf(visible.location, location);
    startTransition(() => {
      if (direction && isMotionWelcome()) addTransitionType(direction);
      setVisible(next);
    });
  }, [location, isHistory, visible]);

  useCommitOnInput(isPending);
  return [visible, isPending];
}

/** The direction along the tabs. Within a tab, pages below a section come after its own page, in alphabetical order. */
function directionOf(from: Location, to: Location): 'forward' | 'back' | undefined {
  const distance = tabOf(to) - tabOf(from) || to.pathname.localeCompare(from.pathname);
  if (distance === 0) return undefined;
  return distance > 0 ? 'forward' : 'back';
}

/** The position of a page's tab; -1 for an unknown page. */
function tabOf({ pathname }: Location): number {
  const { path } = navigationEntryAt(pathname) ?? {};
  return releaseMap.pages.findIndex((page) => page.path === path);
}

const inputTypes = ['pointerdown', 'keydown', 'click', 'input', 'change', 'submit'];

/**
 * While a page waits for its view transition, any input shows it at once, without motion. Otherwise React would drop
 * every event until the browser has captured the previous page (one of six languages chosen at that moment reached no
 * handler). Back and Forward do so at any time, as React renders nothing until a motion begins (a visitor who went back
 * meanwhile got the wrong scroll position).
 */
function useCommitOnInput(isPending: boolean): void {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    // `flushSync` also commits renders that wait. It runs before React and its router, whose listeners are below the
    // window.
    for (const type of ['popstate', ...(isPending ? inputTypes : [])])
      addEventListener(type, () => flushSync(rerender), options);
    return () => listening.abort();
  }, [isPending]);
}
