import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { escapeJson } from './escape-json.ts';

/** Paths of pages with the section behind them, the longest first; empty where none is apart. */
type Places = readonly (readonly [path: string, section: string])[];

/**
 * Where the pages are whose documents have a policy of their own, because their section reaches other
 * origins. The pages of all other sections are one place: they have no name here.
 */
function placesOf({ pages, sections }: LiveSet): Places {
  const isApart = (section: string) => sections[section]?.[0]?.origins !== undefined;
  if (!pages.some(({ section }) => isApart(section))) return [];
  const longestFirst = [...pages].sort((a, b) => b.path.length - a.path.length);
  return longestFirst.map(({ path, section }) => [path, isApart(section) ? section : '']);
}

/** The section that a document is for alone, by its path; nothing for one that others share. */
export function apartAt(set: LiveSet, path: string): string | undefined {
  const isIn = ([at]: Places[number]) => path === at || path.startsWith(`${at}/`);
  return placesOf(set).find(isIn)?.[1] || undefined;
}

/** The releases whose scripts a document may run: no other section's come under the policy of one. */
export function sectionsIn(set: LiveSet, apart: string | undefined): LiveSet['sections'] {
  const named = new Set(placesOf(set).map(([, section]) => section));
  const isIn = (name: string) => (apart ? name === apart : !named.has(name));
  const entries = Object.entries(set.sections);
  return Object.fromEntries(entries.map(([name, all]) => [name, isIn(name) ? all : []]));
}

/**
 * A policy is that of a document, and a move from page to page makes none. Where a site has policies
 * that differ, this script of its documents makes a load of each move between them, whatever shell
 * moves. No section is fetched ahead into a document that cannot run it, and the browser asks before
 * what was typed and not sent goes with the document.
 */
export function scriptApart(set: LiveSet): string | undefined {
  const places = placesOf(set);
  if (places.length === 0) return undefined;
  return `{const places=${escapeJson(places)};${moves}}`;
}

/** In the document as it stands here. What is typed counts until its form is sent. */
const moves = `
let typed = '';
addEventListener('input', ({ target }) => { if (target.form) typed = target.value; });
addEventListener('submit', () => { typed = ''; });
const at = (path) => places.find(([own]) => path === own || path.startsWith(own + '/'))?.[1] ?? '';
const leaves = (to) => {
  const { origin, pathname } = new URL(to, location);
  return origin === location.origin && at(pathname) !== at(location.pathname);
};
for (const [does, load] of [['pushState', 'assign'], ['replaceState', 'replace']]) {
  const move = history[does].bind(history);
  history[does] = (state, title, to) => {
    if (!to || !leaves(to)) return move(state, title, to);
    if (typed) addEventListener('beforeunload', (event) => event.preventDefault(), { once: true });
    location[load](to);
  };
}
for (const sign of ['pointerover', 'focusin'])
  document.addEventListener(sign, (event) => {
    const link = event.target.closest?.('a[href]');
    if (link && leaves(link.href)) event.stopImmediatePropagation();
  });
`;
