import { useSettings } from '@portfolio/kit';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { App } from './app.tsx';
import { releaseMap } from './federation/release-map.ts';
import { history, useRoute } from './routing/history.ts';
import { placePage } from './slot/slot.tsx';
import { applyChoices } from './takeover/early-input.ts';

const found = document.getElementById('root');
if (!found) throw new Error('The document has no element with the id root');
const element = found;
const { dataset } = document.documentElement;

/** The language of the document's frame; undefined without one. */
const { language: prerenderedIn } = element.dataset;

const nodesOfDocument = [...element.childNodes];

/** Whether the document contains a prerendered page. */
export const isPrerendered = prerenderedIn !== undefined;

let root: Root | undefined;
let isScheduled = false;
/** Times of remounts, the last one first. */
let remounts: readonly number[] = [];
const mostRemountsInASecond = 5;

const options = {
  // Logged for tests; visitors notice nothing.
  onRecoverableError: (error: unknown) =>
    console.error('The frame had to be rendered again', error),
  onUncaughtError: (error: unknown) => {
    // Each moved node causes an error of its own.
    if (isScheduled) return;
    if (!canRemount()) return giveUp(error);
    if (error instanceof DOMException) console.warn('The frame is mounted again', error);
    else reportError(error);
    isScheduled = true;
    // Runs after React's own work, and before the browser paints an empty page.
    queueMicrotask(remount);
  },
};

/** A frame is not remounted before it runs, when the document's own is better; nor endlessly. */
function canRemount(): boolean {
  const since = performance.now() - 1000;
  remounts = remounts.filter((time) => time > since);
  return 'frame' in dataset && remounts.length < mostRemountsInASecond;
}

/**
 * React fails when it meets a node that another script has moved or replaced, as browser translation does. A
 * new mount loses only the state of components.
 */
function remount(): void {
  remounts = [performance.now(), ...remounts];
  isScheduled = false;
  renderAnew();
}

/** The page keeps its elements, and so what is typed, but not the focus. */
function renderAnew(): void {
  const focused = document.activeElement as HTMLElement | null;
  element.replaceChildren();
  flushSync(() => root?.render(<Frame />));
  if (focused?.isConnected) focused.focus({ preventScroll: true });
}

/** Restores the document's own page, and lets the watchdog act as for an app that never ran. */
function giveUp(error: unknown): void {
  delete dataset.frame;
  delete dataset.ready;
  element.replaceChildren(...nodesOfDocument);
  placePage(document.getElementById('slot'));
  console.error(error);
  // Not `reportError`: only Chromium adds the place of such an error.
  const [message, filename] = [String(error), releaseMap.shell];
  dispatchEvent(new ErrorEvent('error', { error, message, filename }));
}

const onReady = () => {
  dataset.frame = '';
};

function Frame() {
  const { location, action, isPending } = useRoute();
  return (
    <App
      location={location}
      navigationType={action}
      navigator={history}
      isPending={isPending}
      placePage={placePage}
      onReady={onReady}
    />
  );
}

/** Shows the frame. React hydrates the document's if it is in the language of the texts, or else replaces it at once. */
export async function showFrame(): Promise<void> {
  if (prerenderedIn === useSettings.getState().language)
    flushSync(() => {
      root = hydrateRoot(element, <Frame />, options);
    });
  else {
    // A pressed element must stay until it is released, or no click follows.
    while (element.querySelector(':active')) await new Promise(requestAnimationFrame);
    root ??= createRoot(element, options);
    renderAnew();
  }
  applyChoices();
}

/** Renders a node until the app replaces it. */
export function showInstead(node: ReactNode): void {
  root ??= createRoot(element, options);
  root.render(node);
}
