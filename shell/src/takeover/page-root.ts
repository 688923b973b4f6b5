import { useSettings } from '@portfolio/kit';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { releaseMap } from '../federation/release-map.ts';
import { ReleaseFailedError } from '../federation/section-loader.ts';
import { restorePage, takeSnapshot } from './early-input.ts';

const found = document.getElementById('root');
if (!found) throw new Error('The document has no element with the id root');
const element = found;

/** The release whose page came within the document, such as `home@0123456789ab`, and its language. */
const { page: prerendered, language } = element.dataset;

/** Whether the document came with a page. */
export const isPrerendered = prerendered !== undefined;

const options = {
  // The section boundary opens the release before; the page goes on.
  onCaughtError: (cause: unknown) =>
    console.warn(new ReleaseFailedError('A section failed while rendering', { cause })),
  onUncaughtError: (error: unknown) => {
    // Each node that was moved is an error of its own.
    if (mounting === 'scheduled') return;
    if (!canRemount()) return giveUp(error);
    if (error instanceof DOMException) console.warn('The page is mounted again', error);
    else reportError(error);
    mounting = 'scheduled';
    // After React's own work, and before the browser paints an empty page.
    queueMicrotask(remount);
  },
  // Logged for tests; visitors notice nothing.
  onRecoverableError: (error: unknown) => {
    // The browser skips a view transition for another one, for a window that changes its size, or where
    // a page is slow; only the motion is lost.
    if (!(error instanceof DOMException)) console.error('The page had to be rendered again', error);
  },
};

let root: Root | undefined;
let rendered: ReactNode;
/** Of the whole page for the second time. */
let mounting: 'none' | 'scheduled' | 'running' = 'none';
/** When it was, the last time first. */
let remounts: readonly number[] = [];
const mostRemountsInASecond = 5;

/**
 * Not before the app runs, when the document's own page is better; not for what throws while the page is mounted
 * again, which no other script has touched yet; nor without an end.
 */
export function canRemount(): boolean {
  const since = performance.now() - 1000;
  remounts = remounts.filter((time) => time > since);
  const isRunning = 'ready' in document.documentElement.dataset;
  return isRunning && mounting !== 'running' && remounts.length < mostRemountsInASecond;
}

/**
 * React gives up when it meets a node that another script has moved or replaced, as browsers do that
 * translate. Everything outlives a new mount but the state of components.
 */
function remount(): void {
  mounting = 'running';
  remounts = [performance.now(), ...remounts];
  element.replaceChildren();
  flushSync(() => root?.render(rendered));
  mounting = 'none';
}

/** Leaves the document's own page, and lets the watchdog act as for an app that never ran. */
function giveUp(error: unknown): void {
  delete document.documentElement.dataset.ready;
  restorePage(element);
  console.error(error);
  // Not `reportError`: only Chromium says of its errors where they come from.
  const [message, filename] = [String(error), releaseMap.shell];
  dispatchEvent(new ErrorEvent('error', { error, message, filename }));
}

/** For the app to call when React removes its elements, while they are still in the document. */
export const onBeforeRemoval = () => takeSnapshot(element);

/**
 * Shows the app. Where the document came with this very page, in the language of the texts, React hydrates
 * its elements, those of a late section when it comes; else the app replaces them at once.
 * @param release the release of the page
 * @param loading its section
 */
export async function showApp(
  app: ReactNode,
  release: string | undefined,
  loading: Promise<unknown> | undefined,
): Promise<void> {
  rendered = app;
  if (root) return root.render(app);
  takeSnapshot(element);
  if (prerendered === release && language === useSettings.getState().language) {
    allowStyles();
    root = hydrateRoot(element, app, options);
    return;
  }
  if (isPrerendered && 'late' in document.documentElement.dataset) {
    delete document.documentElement.dataset.waits;
    await loading;
  }
  // An element that is pressed must stay until it is released, or there is no click.
  while (element.querySelector(':active')) await new Promise(requestAnimationFrame);
  root = createRoot(element, options);
  // In one step: neither page is seen without the other.
  flushSync(() => root?.render(app));
  delete document.documentElement.dataset.waits;
}

/** Renders something in place of the app, which replaces it later. */
export function showInstead(node: ReactNode): void {
  root ??= createRoot(element, options);
  root.render(node);
}

/** The policy refuses `style` attributes in a document, not those that a script sets. */
function allowStyles(): void {
  for (const styled of element.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style ?? '';
    delete styled.dataset.style;
  }
}
