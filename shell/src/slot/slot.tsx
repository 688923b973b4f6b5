import type { SitePage } from '@portfolio/contract/pages.ts';
import { hintSeconds, showHint, siteFacts, useSettings } from '@portfolio/kit';
import { changeInView, type RenderingRelease } from '@portfolio/kit/shell';
import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import {
  type LoadedSection,
  navigationEntryAt,
  sectionLoader,
} from '../federation/section-loader.ts';
import { NotFound, retry, SectionFailed } from '../pages/own-pages.tsx';
import { arrive, directionOf, restoreFocus } from '../routing/arrive.ts';
import { history, useRoute } from '../routing/history.ts';
import { HostedPage, identifierPrefix, SectionPage } from './trees.tsx';

/** A page of a section, or one of the shell's own in its place. */
interface Page {
  /** The release that renders it, such as `home@0123456789ab`. */
  key: string;
  release: RenderingRelease;
  content: ReactNode;
  /** Undefined for a page of the shell. */
  section?: string;
}

/** An element in the slot, with its React root; the document's own page has none before its hydration. */
interface Hosted {
  element: HTMLElement;
  pathname: string;
  page?: Page;
  root?: Root;
}

// No element of React, so that a frame that React renders anew keeps its page.
const ofDocument =
  document.getElementById('page-root') ??
  Object.assign(document.createElement('div'), { id: 'page-root' });
const prerenderedNodes = [...ofDocument.childNodes];

let shown: Hosted = { element: ofDocument, pathname: history.location.pathname };
/** The page that will replace the visible one, once it is rendered as a whole. */
let coming: Hosted | undefined;

/** Puts the visible page into the frame. */
export function placePage(): void {
  const place = document.getElementById('slot');
  if (shown.element.parentElement !== place) place?.append(shown.element);
}

/** Opens the page at the address; another one is pending until it is shown. */
export function openPage(): void {
  const { location } = useRoute.getState();
  const { pathname } = location;
  const entry = navigationEntryAt(pathname);
  const loaded = entry && sectionLoader.loaded(entry.section);
  const isLoading = entry && loaded === undefined;
  const hasFailed = loaded === null;
  discard(coming);
  coming = undefined;
  if (isLoading) {
    useRoute.setState({ isPending: true });
    sectionLoader.load(entry.section).then(() => {
      // Only the last navigation counts.
      if (location === useRoute.getState().location) openPage();
    });
    return;
  }
  const isHere = pathname === shown.pathname;
  const page = pageToShow(pathname, entry, loaded);
  // The document's text, which no root has taken over.
  const isUnhydrated = isHere && !shown.root && shown.element.hasChildNodes();
  if (isHere && shown.page?.key === page.key) {
    // For another part of the page, or another query.
    flushSync(() => shown.root?.render(treeOf(shown, page)));
    settle();
  } else if (isUnhydrated && hasFailed) {
    // It is better than a notice in its place.
    const action = { path: 'notices.retry', run: retry };
    const hint = { kind: 'error', path: 'notices.sectionFailed.text', action } as const;
    showHint({ ...hint, seconds: hintSeconds.loading });
    useRoute.setState({ isPending: false });
  } else if (isUnhydrated && fitsDocument(page)) hydrate(page);
  else mount(page, pathname);
}

/** The page at a path whose section, if it has one, is loaded or has failed. */
function pageToShow(pathname: string, entry?: SitePage, loaded?: LoadedSection | null): Page {
  const { shell, key: live } = siteFacts();
  const ofShell = { base: shell, pages: [] };
  if (entry && !loaded) return { key: entry.section, release: ofShell, content: <SectionFailed /> };
  if (!entry || !loaded || !sectionLoader.pageAt(pathname)) {
    const key = live.split(',').find((release) => release.startsWith('shell@')) ?? '';
    return { key, release: ofShell, content: <NotFound /> };
  }
  const { section, path } = entry;
  const { release, pages, Page } = loaded;
  return {
    section,
    key: `${section}@${release.id}`,
    release: { ...swapOf(section, loaded), base: release.base, pages },
    content: <SectionPage Page={Page} path={path} />,
  };
}

function swapOf(section: string, { release, swapped }: LoadedSection): Partial<RenderingRelease> {
  const [live, before] = siteFacts().sections[section] ?? [];
  // A fallback for a failed live release is not the visitor's choice.
  if (!before || (release !== live && !swapped)) return {};
  const swapping = () => import(/* webpackChunkName: "swap-section" */ './swap-section.ts');
  return { swapped, swap: async (say) => (await swapping()).swapSection(section, say, openPage) };
}

/** Whether the document's page is of the same release and language; once it was hydrated, it names none. */
function fitsDocument({ key }: Page): boolean {
  const { page, language } = ofDocument.dataset;
  return page === key && language === useSettings.getState().language;
}

/** React hydrates the document's page in one task, with all effects: nothing moves, and no update comes between. */
function hydrate(page: Page): void {
  const { element } = shown;
  shown.page = page;
  delete element.dataset.page;
  flushSync(() => {
    shown.root = hydrateRoot(element, treeOf(shown, page), optionsOf(shown));
  });
}

/** Renders a page out of sight, and shows it when it is there as a whole. */
function mount(page: Page, pathname: string): void {
  // The document's page is replaced by another release, or in another language.
  if (!shown.root) globalThis.visitor?.noteFields();
  const element = document.createElement('div');
  const next: Hosted = { element, pathname, page };
  coming = next;
  // The visitor has chosen another release than the live one.
  element.toggleAttribute('data-swapped', page.release.swapped?.isLive === false);
  shown.element.after(element);
  next.root = createRoot(element, optionsOf(next));
  useRoute.setState({ isPending: true });
  const isBack = useRoute.getState().action === 'POP' && shown.root !== undefined;
  // React waits with a transition until the page has all of its parts; after a fallback it would wait longer.
  if (!isBack) flushSync(() => next.root?.render(treeOf(next, { ...page, content: null })));
  const render = () => next.root?.render(treeOf(next, page));
  if (isBack) flushSync(render);
  else startTransition(render);
}

function treeOf(hosted: Hosted, { release, content }: Page) {
  // Runs after React's own work, within which React resets a field and its caret.
  const onReady = () => queueMicrotask(() => reveal(hosted));
  return (
    <HostedPage release={release} onReady={onReady}>
      {content}
    </HostedPage>
  );
}

/** Shows a page that is rendered as a whole. */
function reveal(hosted: Hosted): void {
  // The visitor has gone on meanwhile.
  if (hosted.pathname !== useRoute.getState().location.pathname) return;
  if (hosted === shown) settle();
  if (hosted !== coming) return;
  const direction = directionOf(shown.pathname, hosted.pathname);
  // The browser restores the scroll position of Back and Forward, which a transition would delay.
  const isMoving = direction && useRoute.getState().action !== 'POP' && shown.root;
  const show = () => {
    if (hosted !== coming) return;
    discard(shown);
    shown = hosted;
    coming = undefined;
    hosted.element.id = 'page-root';
    settle();
  };
  if (isMoving) void changeInView(direction, show);
  else show();
}

function discard(hosted: Hosted | undefined): void {
  hosted?.element.remove();
  hosted?.root?.unmount();
}

/** Does what follows when the page at the address is visible. */
function settle(): void {
  useRoute.setState({ isPending: false });
  arrive();
  globalThis.visitor?.fillFields();
  restoreFocus();
  document.documentElement.dataset.ready = '';
}

let mountsInASecond = 0;

/** Whether a tree that another script has broken may be mounted again: not endlessly. */
export function canMountAgain(): boolean {
  mountsInASecond += 1;
  setTimeout(() => (mountsInASecond -= 1), 1000);
  return mountsInASecond <= 5;
}

function optionsOf(hosted: Hosted): RootOptions {
  return {
    identifierPrefix,
    // Logged for tests; visitors notice nothing.
    onRecoverableError: (error) => console.error('The page had to be rendered again', error),
    onUncaughtError: (cause) => {
      // Runs after React's own work, and before the browser paints an empty page.
      queueMicrotask(() => recover(hosted, cause));
    },
  };
}

/** Opens the page again if its section failed, as when the browser was offline; one that is loading may yet fail. */
export async function reopenFailed(): Promise<void> {
  const section = navigationEntryAt(history.location.pathname)?.section;
  if (!section) return;
  await sectionLoader.load(section);
  if (sectionLoader.forgetFailure(section)) openPage();
}

/** React has removed the page that threw. */
function recover(hosted: Hosted, cause: unknown): void {
  const { page, root, element, pathname } = hosted;
  // Each moved node causes an error of its own.
  const isGone = hosted !== shown && hosted !== coming;
  if (isGone || !page) return;
  // Another script moved one of React's nodes, as browser translation does. A new mount loses only state.
  const isNodeMoved = cause instanceof DOMException && cause.name === 'NotFoundError';
  const isAgain = isNodeMoved && canMountAgain();
  if (isAgain) console.warn('The page is mounted again', cause);
  else if (page.section) sectionLoader.markFailed(page.section, page.key, cause);
  else reportError(cause);
  if (hosted === coming) {
    coming = undefined;
    discard(hosted);
  } else {
    root?.unmount();
    shown = { element, pathname };
    element.replaceChildren(...(element === ofDocument && !isAgain ? prerenderedNodes : []));
  }
  if (isAgain || page.section) openPage();
}

history.listen(({ location, action }) => {
  const section = navigationEntryAt(location.pathname)?.section;
  // A section that failed earlier may load now.
  if (section) sectionLoader.forgetFailure(section);
  useRoute.setState({ location, action });
  // Back and Forward within the event: the browser restores the scroll position only of a page that is there then.
  // Others after React's work, in which a page cannot be rendered.
  if (action === 'POP') openPage();
  else queueMicrotask(openPage);
});
