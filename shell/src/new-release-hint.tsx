import { hasUnsentText, readLiveKey, showHint, useSettings } from '@portfolio/kit';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { liveReleases } from './federation/live-releases.ts';

/**
 * At a navigation, asks quietly whether something was deployed since this page was opened, and
 * offers it; never while a form holds unsent text. A page works on with what it has.
 */
export function NewReleaseHint() {
  const { pathname } = useLocation();
  const openedAt = useRef(pathname);
  const offered = useRef(liveReleases().key);

  useEffect(() => {
    const isNavigation = pathname !== openedAt.current;
    openedAt.current = '';
    if (!isNavigation || liveReleases().preview) return;
    readLiveKey(useSettings.getState().language).then(
      (key) => {
        if (!key || key === offered.current || hasUnsentText()) return;
        offered.current = key;
        showHint({
          kind: 'info',
          path: 'notices.newRelease',
          seconds: 20,
          action: { path: 'notices.reload', run: () => location.reload() },
        });
      },
      // Nobody asked for this: without an answer the page simply goes on.
      () => {},
    );
  }, [pathname]);
  return null;
}
