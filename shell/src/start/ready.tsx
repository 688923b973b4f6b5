import { useEffect } from 'react';
import { followEarlyInput } from './early-input.ts';

/**
 * Stamps the document once the page beside it works: `html[data-ready]`. Until then whoever waits
 * (the document's first script, a test) has to assume that the app never comes.
 */
export function Ready() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if ('ready' in dataset) return;
    dataset.ready = '';
    followEarlyInput();
  }, []);
  return null;
}
