import { useEffect } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { useHints } from './hints.ts';
import { PlainHints } from './plain-hints.tsx';

// Loaded late, as most visits show no hint.
const Hints = lazyPart(
  () => import(/* webpackChunkName: "toasts" */ './hint-list.tsx').then((m) => m.HintList),
  PlainHints,
  3000,
);

/** Renders the hints; the shell has one region per page. */
export function HintRegion() {
  const { hints } = useHints();
  useEffect(fetchOnFirstUse, []);
  return hints.length > 0 && <Hints hints={hints} />;
}

/** Fetches the hints when a visitor reaches a form or select: the site may be unreachable when it needs one. */
function fetchOnFirstUse(): () => void {
  const leave = new AbortController();
  const fetchIfForm = ({ target }: Event) => {
    if (target instanceof Element && target.closest('form, select')) void Hints.fetch();
  };
  for (const type of ['focusin', 'pointerover'])
    document.addEventListener(type, fetchIfForm, { passive: true, signal: leave.signal });
  return () => leave.abort();
}
