import { useEffect, useLayoutEffect, useReducer } from 'react';
import { applyChoices, applyEarlyInput, restoreInput } from './early-input.ts';

const { promise, resolve } = Promise.withResolvers<void>();

/**
 * Resolves when the page works. React hydrates the parts of a page one after the other. A part that is not
 * hydrated yet has to find the language it was rendered in, or React renders it anew (error 418).
 */
export const whenReady = (): Promise<void> => promise;

/**
 * Marks the document once the page beside it is hydrated: `html[data-ready]`. Until then the inline scripts
 * and the tests have to assume that the app never runs.
 */
export function Ready() {
  const [, rerender] = useReducer(() => true, false);
  // An update in a layout effect makes React run the effects of the whole page in the task that hydrated it.
  // Between two tasks a field was set back to the state of its component, and of a word only the last letter
  // was kept.
  useLayoutEffect(rerender, []);
  useEffect(() => {
    const { dataset } = document.documentElement;
    // As microtasks, after React's own work: within it, React resets a field that is written to, and its caret.
    // A page that was ready before was mounted again.
    if ('ready' in dataset) return queueMicrotask(restoreInput);
    dataset.ready = '';
    resolve();
    queueMicrotask(applyEarlyInput);
    // Another tab may have changed the stored choices meanwhile; without storage this page's are the only ones.
    onBackForwardRestore(() => navigator.cookieEnabled && applyChoices());
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
