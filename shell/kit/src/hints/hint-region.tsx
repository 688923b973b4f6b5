import { useEffect } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { useHints } from './hints.ts';
import { PlainHints } from './plain-hints.tsx';

// Loaded late: most visits show none.
const Hints = lazyPart(() => import('./hint-list.tsx').then((m) => m.HintList), PlainHints, 3000);

/** Renders the hints; the shell has one on the page. */
export function HintRegion() {
  const { hints } = useHints();
  useEffect(fetchOnFirstUse, []);
  return hints.length > 0 && <Hints hints={hints} />;
}

/** A form or a select will show a hint when it is used, and the site may be unreachable by then. */
function fetchOnFirstUse(): () => void {
  const leave = new AbortController();
  const fetchIfForm = ({ target }: Event) => {
    if (target instanceof Element && target.closest('form, select')) void Hints.fetch();
  };
  for (const type of ['focusin', 'pointerover'])
    document.addEventListener(type, fetchIfForm, { passive: true, signal: leave.signal });
  return () => leave.abort();
}
