import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { __PRIVATE__, version } from 'styled-components';

/** A page as a document can carry it. */
export interface PrerenderedPage {
  /** Its markup, with React's marks for taking it over. */
  html: string;
  /** Its styles, with styled-components' marks. */
  css: string;
  stylesVersion: string;
}

declare global {
  /** Given by the deploy's browser, which takes the page of the address it opened. */
  var takePage: ((page: PrerenderedPage) => void) | undefined;
}

/**
 * Makes the page that is open once more, as markup. Every class gets its name by the order in which
 * the modules came, so only this very visit can make it.
 */
export async function prerender(app: ReactNode): Promise<PrerenderedPage> {
  let html = renderToString(app);
  // Repeated, since a page may wait for a lazy part.
  while (html.includes('<!--$!-->')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    html = renderToString(app);
  }
  return { html, css: String(__PRIVATE__.mainSheet), stylesVersion: version };
}
