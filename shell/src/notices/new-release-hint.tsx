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
import { releaseMap } from '../federation/release-map.ts';
import { onBackForwardRestore } from '../takeover/ready.tsx';

/**
 * At a navigation, and when the browser restores this page from its back-forward cache, checks for new
 * releases and offers a reload once. Unsent text, which a reload would lose, prevents and removes the offer.
 */
export function NewReleaseHint() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const isWriting = useHasUnsentText();

  useEffect(() => onBackForwardRestore(offerNewer), []);

  useEffect(() => {
    if (pathname !== last.current) offerNewer();
    last.current = pathname;
  }, [pathname]);

  useEffect(() => {
    const wasDropped = isWriting && offered && dropHint(offered.hint);
    if (wasDropped) offered = undefined;
  }, [isWriting]);

  return null;
}

let offered: { key: string; hint: number } | undefined;

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
