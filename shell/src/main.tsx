import { useSettings } from '@portfolio/kit';
import { startTexts } from '@portfolio/kit/shell';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { startImports } from './federation/import-script.ts';
import { navigationEntryAt, prefetchSections, sectionLoader } from './federation/section-loader.ts';
import { applyLanguage } from './header/switches.tsx';
import { restoreFocus } from './routing/arrive.ts';
import { canMountAgain, openPage, placePage, reopenFailed } from './slot/slot.tsx';
import { Frame } from './slot/trees.tsx';
import './federation/report-errors.ts';
import './notices/release-notices.ts';
import './routing/transition-styles.ts';

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
    isScheduled = true;
    // Before the frame runs, the document's own is better. React's own work comes first, then the browser's painting.
    if (!('frame' in dataset) || !canMountAgain()) return queueMicrotask(() => giveUp(error));
    if (error instanceof DOMException) console.warn('The frame is mounted again', error);
    else reportError(error);
    queueMicrotask(renderAnew);
  },
};

/**
 * React fails when it meets a node that another script has moved or replaced, as browser translation does. A
 * new mount loses only the state of components: the page keeps its elements.
 */
function renderAnew(): void {
  isScheduled = false;
  flushSync(() => root?.render(<Frame />));
  settle();
  restoreFocus();
}

/** Restores the document's own page, as for an app that never ran. */
function giveUp(error: unknown): void {
  delete dataset.frame;
  delete dataset.ready;
  element.replaceChildren(...nodesOfDocument);
  placePage();
  console.error(error);
  globalThis.visitor?.fail(error);
}

/** Puts the page into the frame, and tells the document that the frame runs. */
function settle(): void {
  placePage();
  dataset.frame = '';
  delete dataset.lost;
}

/** Shows the frame. React hydrates the document's if it is in the language of the texts, or else replaces it at once. */
function showFrame(): void {
  if (element.dataset.language === useSettings.getState().language) {
    flushSync(() => {
      root = hydrateRoot(element, <Frame />, options);
    });
    settle();
  } else {
    root = createRoot(element, options);
    renderAnew();
  }
}

/** Starts the frame once the texts are loaded, and the page once its section is. */
async function start(): Promise<void> {
  const section = navigationEntryAt(location.pathname)?.section;
  if (section) void sectionLoader.load(section);
  try {
    await startTexts();
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    // That is not the shell's fault: the document's notice offers a retry.
    dataset.lost = '';
    return;
  }
  showFrame();
  openPage();
  // It may have been chosen meanwhile, or in another tab.
  applyLanguage();
  prefetchSections();
  addEventListener('online', reopenFailed);
}

if (process.env.NODE_ENV === 'development') import('./development.ts');

startImports();
addEventListener('pageshow', ({ persisted }) => persisted && applyLanguage());
addEventListener('storage', () => applyLanguage());
// No top-level await: after one, WebKit does not report a module that fails.
void start();
