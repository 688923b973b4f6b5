import {
  dropHint,
  hasUnsentText,
  readLiveKey,
  showHint,
  useHasUnsentText,
  useSettings,
} from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSite } from './federation/site.ts';
import { onBackForwardRestore } from './start/ready.tsx';

/**
 * At a navigation, and when the browser shows this page again that it had kept, asks quietly whether
 * something was deployed since the page was opened, and offers it once. Never while a form holds
 * unsent text, which the reload would lose: an offer that is shown already is taken back with the
 * first letter. A page works on with what it has.
 */
export function NewReleaseHint() {
  const { pathname } = useLocation();
  const [returns, setReturns] = useState(0);
  const place = `${pathname} ${returns}`;
  const shown = useRef(place);
  const offer = useRef<{ key: string; hint: number }>(undefined);
  const isWriting = useHasUnsentText();
  const { key: ours, preview, lostShell } = useSite().releases;

  useEffect(() => onBackForwardRestore(() => setReturns((count) => count + 1)), []);

  useEffect(() => {
    const isNavigation = place !== shown.current;
    shown.current = place;
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
      // The visitor did not ask for this: without an answer the page simply goes on.
      () => {},
    );
  }, [place, ours, preview, lostShell]);

  useEffect(() => {
    const wasTakenBack = isWriting && offer.current && dropHint(offer.current.hint);
    if (wasTakenBack) offer.current = undefined;
  }, [isWriting]);

  return null;
}
