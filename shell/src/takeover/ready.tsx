import { useEffect, useLayoutEffect, useReducer } from 'react';
import { applyChoices, applyEarlyInput, restoreInput } from './early-input.ts';

const { promise, resolve } = Promise.withResolvers<void>();

/**
 * Resolves when the page is hydrated. React hydrates its parts one after the other; a part must find the
 * language it was rendered in, or React renders it anew (error 418).
 */
export const whenReady = (): Promise<void> => promise;

/**
 * Marks the document as hydrated: `html[data-ready]`. Until then inline scripts and tests have to assume that
 * the app does not run.
 */
export function Ready() {
  const [, rerender] = useReducer(() => true, false);
  // An update in a layout effect makes React run all effects of the page in the task that hydrated it.
  // Between two tasks a field was reset to its component's state: only the last letter of a word was kept.
  useLayoutEffect(rerender, []);
  useEffect(() => {
    const { dataset } = document.documentElement;
    // Microtasks run after React's own work, within which React resets a field and its caret. A page that was
    // already ready was mounted again.
    if ('ready' in dataset) return queueMicrotask(restoreInput);
    dataset.ready = '';
    resolve();
    queueMicrotask(applyEarlyInput);
    // Another tab may have changed the stored choices; without storage, this page keeps its own.
    onBackForwardRestore(() => navigator.cookieEnabled && applyChoices());
    // Of another tab: the storage of this one tells only the others.
    addEventListener('storage', applyChoices);
  }, []);
  return null;
}

export function onBackForwardRestore(act: () => unknown): () => void {
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  };
  addEventListener('pageshow', show);
  return () => removeEventListener('pageshow', show);
}
