import { useSettings } from '@portfolio/kit';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { App } from './app.tsx';
import { history, useRoute } from './routing/history.ts';
import { canMountAgain, placePage } from './slot/slot.tsx';

const element = document.getElementById('root') as HTMLElement;
const { dataset } = document.documentElement;
const nodesOfDocument = [...element.childNodes];

let root: Root | undefined;
let isScheduled = false;

const options = {
  // Logged for tests; visitors notice nothing.
  onRecoverableError: (error: unknown) =>
    console.error('The frame had to be rendered again', error),
  onUncaughtError: (error: unknown) => {
    // Each moved node causes an error of its own.
    if (isScheduled) return;
    // Before the frame runs, the document's own is better.
    if (!('frame' in dataset) || !canMountAgain()) return giveUp(error);
    if (error instanceof DOMException) console.warn('The frame is mounted again', error);
    else reportError(error);
    isScheduled = true;
    // Runs after React's own work, and before the browser paints an empty page.
    queueMicrotask(renderAnew);
  },
};

/**
 * React fails when it meets a node that another script has moved or replaced, as browser translation does. A
 * new mount loses only the state of components: the page keeps its elements, but not the focus.
 */
function renderAnew(): void {
  isScheduled = false;
  const focused = document.activeElement as HTMLElement | null;
  element.replaceChildren();
  flushSync(() => root?.render(<Frame />));
  if (focused?.isConnected) focused.focus({ preventScroll: true });
}

/** Restores the document's own page, as for an app that never ran. */
function giveUp(error: unknown): void {
  delete dataset.frame;
  delete dataset.ready;
  element.replaceChildren(...nodesOfDocument);
  placePage(document.getElementById('slot'));
  console.error(error);
  globalThis.visitor?.fail(error);
}

const onPlace = (place: HTMLElement | null) => {
  if (!place) return;
  placePage(place);
  dataset.frame = '';
  delete dataset.lost;
};

function Frame() {
  const { location, action, isPending } = useRoute();
  return (
    <App
      location={location}
      navigationType={action}
      navigator={history}
      isPending={isPending}
      placePage={onPlace}
    />
  );
}

/** Shows the frame. React hydrates the document's if it is in the language of the texts, or else replaces it at once. */
export function showFrame(): void {
  if (element.dataset.language === useSettings.getState().language)
    flushSync(() => {
      root = hydrateRoot(element, <Frame />, options);
    });
  else {
    root = createRoot(element, options);
    renderAnew();
  }
}
