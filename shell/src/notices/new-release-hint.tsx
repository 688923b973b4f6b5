import { showHint, useSettings } from '@portfolio/kit';
import { dropHint, hasUnsentText, readLiveKey } from '@portfolio/kit/shell';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { releaseMap } from '../federation/release-map.ts';

/**
 * At a navigation, and when the browser restores this page from its back-forward cache, checks for new
 * releases and offers a reload once; not while a form holds unsent text.
 */
export function NewReleaseHint() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (pathname !== last.current) offerNewer();
    last.current = pathname;
  }, [pathname]);
  useEffect(() => {
    const offer = ({ persisted }: PageTransitionEvent) => persisted && offerNewer();
    const events = new AbortController();
    addEventListener('pageshow', offer, events);
    addEventListener('input', dropOffer, events);
    return () => events.abort();
  }, []);
  return null;
}

let offered: { key: string; hint: number } | undefined;

function dropOffer(): void {
  if (offered && hasUnsentText() && dropHint(offered.hint)) offered = undefined;
}

async function offerNewer(): Promise<void> {
  const { key: ours, preview, lostShell } = releaseMap;
  if (preview) return;
  // A failed check makes no offer.
  const live = await readLiveKey(useSettings.getState().language).catch(() => null);
  if (!live || hasUnsentText()) return;
  const isKnown = live === ours || live === offered?.key;
  // A reload would load the failed shell again.
  const isLost = lostShell && live.includes(lostShell);
  if (isKnown || isLost) return;
  const hint = showHint({
    kind: 'info',
    path: 'notices.newRelease',
    seconds: 20,
    action: { path: 'notices.reload', run: () => location.reload() },
  });
  offered = { key: live, hint };
}
