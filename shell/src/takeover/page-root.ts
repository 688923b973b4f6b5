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

/** The release of the prerendered page, such as `home@0123456789ab`, and its language. */
const { page: prerendered, language } = element.dataset;

/** Whether the document contains a prerendered page. */
export const isPrerendered = prerendered !== undefined;

const options = {
  // The section boundary opens the release before; the page stays.
  onCaughtError: (cause: unknown) =>
    console.warn(new ReleaseFailedError('A section failed while rendering', { cause })),
  onUncaughtError: (error: unknown) => {
    // Each moved node causes an error of its own.
    if (mounting === 'scheduled') return;
    if (!canRemount()) return giveUp(error);
    if (error instanceof DOMException) console.warn('The page is mounted again', error);
    else reportError(error);
    mounting = 'scheduled';
    // Runs after React's own work, and before the browser paints an empty page.
    queueMicrotask(remount);
  },
  // Logged for tests; visitors notice nothing.
  onRecoverableError: (error: unknown) => {
    // The browser skips a view transition for another one, at a resize, or on a slow page; only the motion is
    // lost.
    if (!(error instanceof DOMException)) console.error('The page had to be rendered again', error);
  },
};

let root: Root | undefined;
let rendered: ReactNode;
let mounting: 'none' | 'scheduled' | 'running' = 'none';
/** Times of remounts, the last one first. */
let remounts: readonly number[] = [];
const mostRemountsInASecond = 5;

/**
 * A page is not remounted before the app runs, when the document's own page is better; nor for an error
 * during the remount, when no other script can be the cause; nor endlessly.
 */
export function canRemount(): boolean {
  const since = performance.now() - 1000;
  remounts = remounts.filter((time) => time > since);
  const isRunning = 'ready' in document.documentElement.dataset;
  return isRunning && mounting !== 'running' && remounts.length < mostRemountsInASecond;
}

/**
 * React fails when it meets a node that another script has moved or replaced, as browser translation does. A
 * new mount loses only the state of components.
 */
function remount(): void {
  mounting = 'running';
  remounts = [performance.now(), ...remounts];
  element.replaceChildren();
  flushSync(() => root?.render(rendered));
  mounting = 'none';
}

/** Restores the document's own page, and lets the watchdog act as for an app that never ran. */
function giveUp(error: unknown): void {
  delete document.documentElement.dataset.ready;
  restorePage(element);
  console.error(error);
  // Not `reportError`: only Chromium adds the place of such an error.
  const [message, filename] = [String(error), releaseMap.shell];
  dispatchEvent(new ErrorEvent('error', { error, message, filename }));
}

/** Called when React removes its elements, while they are still in the document. */
export const onBeforeRemoval = () => takeSnapshot(element);

/**
 * Shows the app. React hydrates the document's page if it is this one in the language of the texts, that of a
 * late section when it arrives; otherwise the app replaces it at once.
 * @param release the release of the page
 * @param loading the page's section
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
    root = hydrateRoot(element, app, options);
    return;
  }
  if (isPrerendered && 'late' in document.documentElement.dataset) {
    delete document.documentElement.dataset.waits;
    await loading;
  }
  // A pressed element must stay until it is released, or no click follows.
  while (element.querySelector(':active')) await new Promise(requestAnimationFrame);
  root = createRoot(element, options);
  // Synchronous, so that one page is always visible.
  flushSync(() => root?.render(app));
  delete document.documentElement.dataset.waits;
}

/** Renders a node until the app replaces it. */
export function showInstead(node: ReactNode): void {
  root ??= createRoot(element, options);
  root.render(node);
}
