import { pageName, pageTitle } from '@portfolio/contract/pages.ts';
import {
  changeInView,
  hasLateFont,
  isMotionWelcome,
  owner,
  useSettings,
  useText,
} from '@portfolio/kit';
import {
  addTransitionType,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  useTransition,
} from 'react';
import { flushSync } from 'react-dom';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { site } from './federation/site.ts';
import { handOver } from './start/early-input.ts';

/** A place of the site, and whether the browser's history led there. */
export interface Visit {
  location: Location;
  isHistory: boolean;
}

/**
 * What the page shows. The address and its tab change with the click; the page follows once its section
 * is there, in a view transition. Back and forward are none where their section is there: they have to
 * be shown within the browser's event, which then scrolls to where the visitor was; a frame later, it
 * came no farther than the page before was long (301 instead of 2500 px, in every engine).
 * @returns whether the page is on its way, too
 */
export function useShownVisit(): [shown: Visit, isComing: boolean] {
  const location = useLocation();
  const isHistory = useNavigationType() === NavigationType.Pop;
  const [shown, setShown] = useState({ location, isHistory });
  const [isComing, startMove] = useTransition();

  useLayoutEffect(() => {
    if (location === shown.location) return;
    const entry = site.entryAt(location.pathname);
    // What was lost on its way to an earlier visit may come now.
    if (entry) site.askAgain(entry.section);
    // React's own rule for transitions in that event does not reach into an effect.
    const isThere = !entry || site.isLoaded(entry.section);
    if (isHistory && isThere) return setShown({ location, isHistory });
    // Of the frame around the page, too, which moves by the letters of another font.
    if (isThere && hasLateFont())
      return void changeInView('texts', () => flushSync(() => setShown({ location, isHistory })));
    // An unknown page has no place among the tabs.
    const place = ({ pathname }: Location) =>
      site.releases.pages.findIndex(({ path }) => path === site.entryAt(pathname)?.path);
    const way =
      place(location) - place(shown.location) ||
      // Within a section what is below its page comes after it.
      location.pathname.localeCompare(shown.location.pathname);
    startMove(() => {
      if (way !== 0 && isMotionWelcome()) addTransitionType(way > 0 ? 'forward' : 'back');
      setShown({ location, isHistory });
    });
  }, [location, isHistory, shown]);

  useInputFirst(isComing);
  return [shown, isComing];
}

const inputs = ['pointerdown', 'keydown', 'click', 'input', 'change', 'submit'];

/**
 * Input ends the wait of a commit for its view transition; only the motion is lost. React drops every
 * event until the browser has its picture of the page before (one of six languages chosen at that moment
 * reached no handler), and renders nothing until the motion begins (a visitor who went back by then was
 * shown another place of the page).
 */
function useInputFirst(isComing: boolean): void {
  const [, update] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const leave = new AbortController();
    // Before React and its router, which listen as well.
    for (const input of ['popstate', ...(isComing ? inputs : [])])
      addEventListener(input, () => flushSync(update), { capture: true, signal: leave.signal });
    return () => leave.abort();
  }, [isComing]);
}

/**
 * What a page load would do after a navigation: title, scroll position, and the focus on the heading or
 * on the part that the address names. It stands beside the page, to act once that is there and before it
 * is painted: later, a page was seen at the place of the one before.
 */
export function Arrival({ isHistory }: { isHistory: boolean }) {
  const { pathname, hash, key } = useLocation();
  const shown = useRef<{ pathname: string; key?: string }>({ pathname });
  const title = pageTitle(usePageName(), owner.name);

  useLayoutEffect(() => {
    document.title = title;
  }, [title]);

  // A second click on the same link leads there again.
  useLayoutEffect(() => {
    if (key === shown.current.key) return;
    const isFirst = shown.current.key === undefined;
    const isNavigation = pathname !== shown.current.pathname;
    shown.current = { pathname, key };
    const part = isHistory && !isFirst ? null : document.getElementById(hash.slice(1));
    if (isNavigation) {
      queueMicrotask(handOver);
      // Back and forward: the browser knows where the visitor was, also who went back before this page
      // was there.
      if (!isHistory && history.state?.key === key) scrollTo({ top: 0, behavior: 'instant' });
      if (!part) focusPart(document.querySelector<HTMLElement>('main h1'));
    }
    if (!part) return;
    focusPart(part);
    const isSmooth = !isNavigation && !isFirst && isMotionWelcome();
    part.scrollIntoView({ behavior: isSmooth ? 'smooth' : 'instant' });
  }, [pathname, hash, key, isHistory]);

  return null;
}

/** The name of the page at the address, in the visitor's language. */
export function usePageName(): string {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  return pageName(site.pageAt(useLocation().pathname), text, language);
}

/** No focus ring after a click or a page load. */
let isByKeyboard = false;
for (const kind of ['keydown', 'pointerdown'])
  addEventListener(kind, () => (isByKeyboard = kind === 'keydown'), true);

function focusPart(part: HTMLElement | null): void {
  part?.setAttribute('tabindex', '-1');
  part?.toggleAttribute('data-ringless', !isByKeyboard);
  part?.focus({ preventScroll: true });
}

/**
 * How pages, pictures, texts and themes follow each other, and the look of what the browser draws. Only the
 * app begins a transition, so its styles come with the app: in every document they would be 450 bytes before
 * the first text.
 */
const styles = `
  [data-ringless] { outline: 0; }
  :root { scrollbar-color: color-mix(in srgb, var(--text-soft) 60%, var(--background)) var(--background); }
  ::selection { background: var(--button); color: var(--button-text); }
  ::view-transition { pointer-events: none; }
  /* What is captured takes no click meanwhile: from section to section the frame around them is not. */
  :root:not([data-change]) { view-transition-name: none; }
  /* From section to section: the page crosses in the direction of the tabs, below the header. React makes
     that layer 0 by 0, of which nothing is left then. */
  :root:not([data-change])::view-transition {
    clip-path: inset(64px 0 0);
    height: 100% !important;
    width: 100% !important;
  }
  ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 180ms; }
  ::view-transition-group(.forward) { --way: 12px; }
  ::view-transition-group(.back) { --way: -12px; }
  ::view-transition-new(.forward), ::view-transition-new(.back) { animation-name: come; }
  ::view-transition-old(.forward), ::view-transition-old(.back) { animation: 90ms ease-out both go; }
  /* A picture that becomes another: as large as its group on the way, and above the page that comes. */
  ::view-transition-group(.picture) { z-index: 1; }
  ::view-transition-group(.picture), ::view-transition-group(preview) { animation-duration: 240ms; }
  ::view-transition-old(.picture), ::view-transition-new(.picture),
  ::view-transition-old(preview), ::view-transition-new(preview) { height: 100%; object-fit: cover; }
  @media (prefers-reduced-motion: reduce) {
    ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation: none !important; }
  }
  /* Until the new texts can be seen, the page before stands still. */
  [data-texts] #root { opacity: 0; }
  [data-texts]::view-transition-old(root), [data-texts]::view-transition-new(root) { animation-play-state: paused; }
  /* Another theme is laid row by row, the row below it by half. */
  @property --laid { syntax: '<length>'; inherits: true; initial-value: 0px; }
  [data-change='theme']::view-transition-old(root) { animation: none; mix-blend-mode: normal; }
  [data-change='theme']::view-transition-new(root) {
    --row: calc(24px + round(down, var(--laid), 40px));
    animation: lay 0.5s ease-in both;
    mask:
      linear-gradient(#000 var(--row), #0000 0),
      repeating-linear-gradient(90deg, #000 0 80px, #0000 0 160px) mod(var(--row), 80px) var(--row) / 160px 40px repeat-x;
    mix-blend-mode: normal;
  }
  @keyframes lay { to { --laid: calc(100vh + 40px); } }
  @keyframes come { from { opacity: 0; translate: var(--way); } }
  @keyframes go { to { opacity: 0; translate: calc(-1 * var(--way)); } }
`;

// Added as a sheet that no content policy counts.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);
