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
import { site } from './federation/site.ts';
import { onBackForwardRestore } from './start/ready.tsx';

/**
 * At a navigation, and when the browser shows this page again that it had kept, asks quietly whether
 * something was deployed since the page was opened, and offers it once. Never while a form holds
 * unsent text, which the reload would lose: an offer that is shown already is taken back with the
 * first letter. A page works on with what it has.
 */
export function NewReleaseHint() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const isWriting = useHasUnsentText();

  useEffect(() => onBackForwardRestore(offerNewer), []);

  useEffect(() => {
    if (pathname !== shown.current) offerNewer();
    shown.current = pathname;
  }, [pathname]);

  useEffect(() => {
    const wasTakenBack = isWriting && offered && dropHint(offered.hint);
    if (wasTakenBack) offered = undefined;
  }, [isWriting]);

  return null;
}

/** What was offered last. */
let offered: { key: string; hint: number } | undefined;

async function offerNewer(): Promise<void> {
  const { key: ours, preview, lostShell } = site.releases;
  if (preview) return;
  // The visitor did not ask for this: without an answer the page simply goes on.
  const live = await readLiveKey(useSettings.getState().language).catch(() => null);
  // Loading again would only bring back the shell that failed.
  if (!live || (lostShell && live.includes(lostShell))) return;
  if (live === ours || live === offered?.key || hasUnsentText()) return;
  const hint = showHint({
    kind: 'info',
    path: 'notices.newRelease',
    seconds: 20,
    action: { path: 'notices.reload', run: () => location.reload() },
  });
  offered = { key: live, hint };
}
