import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { __PRIVATE__, version } from 'styled-components';
import { transitionStyles } from './routing/transition-styles.ts';

/** A rendered page, as the document embeds it. */
interface PageMarkup {
  /** Contains React's markers for hydration. */
  html: string;
  /** Contains the markers of styled-components. */
  css: string;
  stylesVersion: string;
  /** What scripts have put into style sheets of their own. */
  sheets: string;
}

declare global {
  /** Set by the browser of a deploy, which receives the markup of the page it opened. */
  var takePage: ((page: PageMarkup) => void) | undefined;
}

/**
 * Renders the open page as markup. styled-components names classes by the load order of modules, so only the
 * visit that rendered the page can capture it.
 */
export async function captureMarkup(app: ReactNode): Promise<PageMarkup> {
  let html = renderToString(app);
  // A page may suspend on a lazy part.
  while (html.includes('<!--$!-->')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    html = renderToString(app);
  }
  return { html, css: stylesOf(html), stylesVersion: version, sheets: readSheets() };
}

/** styled-components ends the rules of a component with this marker, which lists their class names. */
const mark = /\{content:"([^"]*)"\}\/\*!sc\*\/\n$/;

/** The styles that the markup uses. Effects have rendered more components, whose styles are left out. */
function stylesOf(html: string): string {
  const components = String(__PRIVATE__.mainSheet).split(/(?<=\{content:"[^"]*"\}\/\*!sc\*\/\n)/);
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const isThere = (rules: string) => {
    // Animations and global styles have no class in the markup.
    if (rules.includes('[id="sc-')) return true;
    const [, names = ''] = mark.exec(rules) ?? [];
    return names.split(',').some((name) => classes.has(name));
  };
  return components.filter(isThere).join('');
}

/** No policy counts these: constructed sheets, and empty elements that a script fills by rules. */
function readSheets(): string {
  const filled = [...document.styleSheets].filter(({ ownerNode }) => !ownerNode?.textContent);
  const adopted = document.adoptedStyleSheets.filter((sheet) => sheet !== transitionStyles);
  return [...filled, ...adopted].map(textOf).join('\n');
}

/** The build keeps the text of a CSS file: of rules, a browser has what it knows alone. */
function textOf(sheet: CSSStyleSheet & { text?: string }): string {
  return sheet.text ?? [...sheet.cssRules].map(({ cssText }) => cssText).join('\n');
}
