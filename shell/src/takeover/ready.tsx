import { useEffect, useLayoutEffect, useReducer } from 'react';

/** Notices when the part of a page around it is rendered, or hydrated, as a whole. */
export function Ready({ onReady }: { onReady: () => void }) {
  const [, rerender] = useReducer(() => true, false);
  // An update in a layout effect makes React run all effects of the page in the task that hydrated it.
  // Between two tasks a field was reset to its component's state: only the last letter of a word was kept.
  useLayoutEffect(rerender, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(onReady, []);
  return null;
}

export function onBackForwardRestore(act: () => unknown): () => void {
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  };
  addEventListener('pageshow', show);
  return () => removeEventListener('pageshow', show);
}
