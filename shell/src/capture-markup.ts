import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { __PRIVATE__, version } from 'styled-components';

/** A page as a document can carry it. */
interface PageMarkup {
  /** Its markup, with React's marks for hydration. */
  html: string;
  /** Its styles, with the marks of styled-components. */
  css: string;
  stylesVersion: string;
}

declare global {
  /** Set by the deploy's browser, which receives the page of the address it opened. */
  var takePage: ((page: PageMarkup) => void) | undefined;
}

/**
 * Renders the open page as markup. styled-components names classes by the order in which the modules were
 * loaded, so only the visit that rendered the page can do it.
 */
export async function captureMarkup(app: ReactNode): Promise<PageMarkup> {
  let html = renderToString(app);
  // Repeated, since a page may wait for a lazy part.
  while (html.includes('<!--$!-->')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    html = renderToString(app);
  }
  return { html, css: stylesOf(html), stylesVersion: version };
}

/** What styled-components writes below the rules of a component: the classes that have them. */
const mark = /\{content:"([^"]*)"\}\/\*!sc\*\/\n$/;

/** The styles of what is in the markup: effects have rendered more, which brings its own along. */
function stylesOf(html: string): string {
  const components = String(__PRIVATE__.mainSheet).split(/(?<=\{content:"[^"]*"\}\/\*!sc\*\/\n)/);
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const isThere = (rules: string) => {
    // Animations and global styles are of no component.
    if (rules.includes('[id="sc-')) return true;
    const [, names = ''] = mark.exec(rules) ?? [];
    return names.split(',').some((name) => classes.has(name));
  };
  return components.filter(isThere).join('');
}
