import {
  dropHint,
  hasUnsentText,
  readLiveKey,
  showHint,
  useHasUnsentText,
  useSettings,
} from '@portfolio/kit';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSite } from './site.ts';

/**
 * At a navigation, asks quietly whether something was deployed since this page was opened, and
 * offers it once. Never while a form holds unsent text, which the reload would lose: an offer that
 * is shown already is taken back with the first letter. A page works on with what it has.
 */
export function NewReleaseHint() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const offer = useRef<{ key: string; hint: number }>(undefined);
  const isWriting = useHasUnsentText();
  const { key: ours, preview, lostShell } = useSite().releases;

  useEffect(() => {
    const isNavigation = pathname !== shown.current;
    shown.current = pathname;
    if (!isNavigation || preview) return;
    readLiveKey(useSettings.getState().language).then(
      (live) => {
        // Loading again would only bring back the shell that failed.
        if (lostShell && live?.includes(lostShell)) return;
        if (!live || live === ours || live === offer.current?.key || hasUnsentText()) return;
        const hint = showHint({
          kind: 'info',
          path: 'notices.newRelease',
          seconds: 20,
          action: { path: 'notices.reload', run: () => location.reload() },
        });
        offer.current = { key: live, hint };
      },
      // Nobody asked for this: without an answer the page simply goes on.
      () => {},
    );
  }, [pathname, ours, preview, lostShell]);

  useEffect(() => {
    const wasTakenBack = isWriting && offer.current && dropHint(offer.current.hint);
    if (wasTakenBack) offer.current = undefined;
  }, [isWriting]);

  return null;
}
