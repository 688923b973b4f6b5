import { showHint, siteFacts, typed, useSettings } from '@portfolio/kit';
import { useRoute } from '../routing/history.ts';

let offered: string | undefined;

/**
 * Checks for new releases and offers a reload once; not while a form has unsent text. Runs at a navigation, and when
 * the browser restores this page from its back-forward cache.
 */
async function offerNewer(): Promise<void> {
  const { key: ours, preview, lostShell } = siteFacts();
  if (preview) return;
  const { language } = useSettings.getState();
  const call = { method: 'HEAD', signal: AbortSignal.timeout(8000) };
  // A failed check makes no offer.
  const answer = await fetch(`/api/locales/${language}`, call).catch(() => undefined);
  const live = answer?.headers.get('Releases');
  const isKnown = live === ours || live === offered;
  // A reload would load the failed shell again.
  const isLost = lostShell && live?.includes(lostShell);
  const isBetter = live && !isKnown && !isLost;
  // A reload would lose it in a browser that stores nothing.
  const isUnsent = Object.values(typed).some(Boolean);
  if (!isBetter || isUnsent) return;
  offered = live;
  showHint({
    kind: 'info',
    path: 'notices.newRelease',
    seconds: 20,
    action: { path: 'notices.reload', run: () => globalThis.visitor?.reload() },
  });
}

useRoute.subscribe(({ location }, before) => {
  if (location.pathname !== before.location.pathname) void offerNewer();
});
addEventListener('pageshow', ({ persisted }) => persisted && offerNewer());
