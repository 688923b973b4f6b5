import { lazy, Suspense } from 'react';
import { useHints } from './hints.ts';

// With the first hint: most visits show none.
const Hints = lazy(() => import('./hint-list.tsx').then((m) => ({ default: m.HintList })));

/** Where hints appear; the shell puts it once on the page. */
export function HintRegion() {
  const { hints } = useHints();
  const hasHints = hints.length > 0;
  return <Suspense fallback={null}>{hasHints && <Hints hints={hints} />}</Suspense>;
}
