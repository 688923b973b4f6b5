import { useEffect, useLayoutEffect, useReducer } from 'react';
import { followChoices, followEarlyInput, handOver } from './early-input.ts';

const { promise, resolve } = Promise.withResolvers<void>();

/**
 * Resolves when the page works. React takes over the parts of a page one after the other. A part that is
 * not taken over yet has to find the language it was made in, or React makes it anew (error 418).
 */
export const whenReady = (): Promise<void> => promise;

/**
 * Stamps the document once the page beside it works: `html[data-ready]`. Until then what waits
 * (the document's first script, a test) has to assume that the app never comes.
 */
export function Ready() {
  const [, update] = useReducer(() => true, false);
  // An update from here makes React run the effects of the whole page in the task that took it over.
  // Between the two a field was set back to what its component knew, and of a word only the last
  // letter was kept.
  useLayoutEffect(update, []);
  useEffect(() => {
    const { dataset } = document.documentElement;
    // After React's own work: a field that is typed into within it is set back first, and its caret goes.
    // A page that worked already was made anew.
    if ('ready' in dataset) return queueMicrotask(handOver);
    dataset.ready = '';
    resolve();
    queueMicrotask(followEarlyInput);
    // In another tab the visitor may have chosen otherwise meanwhile; without storage nowhere but here.
    onBackForwardRestore(() => navigator.cookieEnabled && followChoices());
  }, []);
  return null;
}

/** Runs when the browser restores this page from its back-forward cache. */
export function onBackForwardRestore(act: () => unknown): () => void {
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  };
  addEventListener('pageshow', show);
  return () => removeEventListener('pageshow', show);
}
