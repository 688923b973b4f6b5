import { useEffect } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { useHints } from './hints.ts';
import { PlainHints } from './plain-hints.tsx';

// Most visits show none.
const Hints = lazyPart(() => import('./hint-list.tsx').then((m) => m.HintList), PlainHints, 3000);

/** Where hints appear; the shell puts it once on the page. */
export function HintRegion() {
  const { hints } = useHints();
  useEffect(fetchWithFirstTouch, []);
  return hints.length > 0 && <Hints hints={hints} />;
}

/** A form or a choice that is touched will have something to say, and the site may be out of reach by then. */
function fetchWithFirstTouch(): () => void {
  const leave = new AbortController();
  const touch = ({ target }: Event) => {
    if (target instanceof Element && target.closest('form, select')) void Hints.fetch();
  };
  for (const sign of ['focusin', 'pointerover'])
    document.addEventListener(sign, touch, { passive: true, signal: leave.signal });
  return () => leave.abort();
}
