import { isMotionWelcome } from '@portfolio/kit';
import { addTransitionType, useLayoutEffect, useReducer, useState, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useSite } from './federation/site.ts';

/** A place of the site, and whether the browser's history led there. */
export interface Visit {
  location: Location;
  isHistory: boolean;
}

/**
 * What the page shows. The address and its tab change with the click; the page follows once its section
 * is there, in a view transition. Back and forward are none where their section is there: they have to
 * be shown within the browser's event, which then scrolls to where the visitor was; a frame later, it
 * came no farther than the page before was long (301 instead of 2500 px, in every engine).
 * @returns whether the page is on its way, too
 */
export function useShownVisit(): [shown: Visit, isComing: boolean] {
  const site = useSite();
  const location = useLocation();
  const isHistory = useNavigationType() === NavigationType.Pop;
  const [shown, setShown] = useState({ location, isHistory });
  const [isComing, startMove] = useTransition();

  useLayoutEffect(() => {
    if (location === shown.location) return;
    const entry = site.entryAt(location.pathname);
    // React's own rule for transitions in that event does not reach into an effect.
    if (isHistory && (!entry || site.isLoaded(entry.section)))
      return setShown({ location, isHistory });
    // An unknown page has no place among the tabs.
    const place = ({ pathname }: Location) =>
      site.releases.pages.findIndex(({ path }) => path === site.entryAt(pathname)?.path);
    const way =
      place(location) - place(shown.location) ||
      // Within a section what is below its page comes after it.
      location.pathname.localeCompare(shown.location.pathname);
    startMove(() => {
      if (way !== 0 && isMotionWelcome()) addTransitionType(way > 0 ? 'forward' : 'back');
      setShown({ location, isHistory });
    });
  }, [location, isHistory, shown, site]);

  useInputFirst(isComing);
  return [shown, isComing];
}

const inputs = ['pointerdown', 'keydown', 'click', 'input', 'change', 'submit'];

/**
 * Input ends the wait of a commit for its view transition; only the motion is lost. React drops every
 * event until the browser has its picture of the page before (one of six languages chosen at that moment
 * reached no handler), and renders nothing until the motion begins (who went back by then was shown the
 * top of the page, or what its end was).
 */
function useInputFirst(isComing: boolean): void {
  const [, update] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const leave = new AbortController();
    // Before React and its router, which listen as well.
    for (const input of ['popstate', ...(isComing ? inputs : [])])
      addEventListener(input, () => flushSync(update), { capture: true, signal: leave.signal });
    return () => leave.abort();
  }, [isComing]);
}
