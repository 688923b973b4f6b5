// Inline in the document: starts the app, and acts when it does not become ready (`data-ready`): when its
// script cannot be loaded, throws, or hangs. Then the document is loaded again with the shell's release before,
// once; where there is none, or no connection, the page of this document stays, with the notice that offers
// another try (`data-lost`). Nothing of this can be fetched later: it is for when fetching fails.

const { dataset } = document.documentElement;
const { entry = '', shell = '', before = '' } = document.currentScript?.dataset ?? {};

/**
 * How often a tab starts a shell that does not become ready. Without a limit, a shell that reloads the page
 * whenever it starts would do so for ever.
 */
const maxStarts = 7;

/** Storage may be refused. */
const tryStorage = (act: (storage: Storage) => unknown) => {
  try {
    return act(sessionStorage);
  } catch {}
};
/** @returns whether the answer is a success; nothing without an answer */
const isOk = async (url: string, options: RequestInit) => {
  try {
    return (await fetch(url, { ...options, signal: AbortSignal.timeout(8000) })).ok;
  } catch {}
};

const isDecided = () => 'ready' in dataset || 'lost' in dataset;

const starts = Number(tryStorage((storage) => storage.getItem(shell))) + 1;
const keepStarts = (count: number) => tryStorage((storage) => storage.setItem(shell, `${count}`));
keepStarts(starts);
addEventListener('pagehide', () => {
  if (isDecided()) keepStarts(0);
});

// The address of a document with the shell before is the visitor's own again, also where no app runs: another
// try begins with the shell that is live.
if (location.search.includes('without=')) {
  const address = new URL(location.href);
  address.searchParams.delete('without');
  history.replaceState(history.state, '', address);
}

type Thrown = { name?: string; stack?: string };

const fail = async (error?: Thrown) => {
  if ('leaving' in dataset || isDecided()) return;
  dataset.leaving = '';
  // Without a connection, leaving would lose a page that can be read.
  const hasBefore = before && (await isOk(before, { method: 'HEAD' }));
  if (isDecided()) delete dataset.leaving;
  else if (hasBefore) loadShellBefore(error);
  else {
    dataset.lost = '';
    delete dataset.waits;
  }
};

const loadShellBefore = (error?: Thrown) => {
  // This tab does not start the failed shell again.
  keepStarts(maxStarts);
  const address = new URL(location.href);
  // The error's class and where it was thrown, without its message, which may hold what was typed.
  const places = error?.stack?.match(/\/releases\S+/g);
  address.searchParams.set('without', `shell@${shell} ${error?.name} ${places}`.slice(0, 300));
  location.replace(address);
};

let isLoaded = false;
const start = async () => {
  try {
    await import(entry);
    isLoaded = true;
  } catch (error) {
    console.warn(error);
    fail(error as Thrown);
  }
};
// Running the app blocks the page, so a prerendered page is painted first: all of it, and the first paint may
// be of its beginning only. A hidden tab paints nothing.
const startAfterPaint = () => {
  if (!document.querySelector('#root[data-page]') || document.hidden) return start();
  const isPainted = new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
  );
  Promise.all([isPainted, new Promise(requestAnimationFrame)]).then(() => setTimeout(start));
  setTimeout(start, 1000);
};
if (starts > maxStarts) fail();
else document.addEventListener('DOMContentLoaded', startAfterPaint);

// It throws after its script was loaded.
const failIfOurs = (error?: Thrown, place?: string) => `${place}`.includes(shell) && fail(error);
addEventListener('error', ({ error, filename }) => failIfOurs(error, filename));
addEventListener('unhandledrejection', ({ reason }) => failIfOurs(reason, reason?.stack));

// It hangs: nothing has arrived for some seconds, and more on a slow connection, for which the time of the
// document is the measure. The seconds are those of a timer, which a page that sleeps or works does not run.
let quietSeconds = 0;
let lastCount = 0;
const timer = setInterval(() => {
  if (isDecided()) return clearInterval(timer);
  // The app is well, and waits for a section.
  if ('late' in dataset) return;
  const resources = performance.getEntriesByType('resource');
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const documentMs = page?.responseEnd;
  const isQuiet = documentMs && resources.length === lastCount;
  quietSeconds = isQuiet ? quietSeconds + 1 : 0;
  lastCount = resources.length;
  // The app has a deadline of its own for its texts, and says so when they do not come.
  const hasTexts = resources.some(({ name }) => name.includes('/api/locales/'));
  // More than section-loader's lateAfterMs: by then the app has marked a section as late.
  const patience = isLoaded && !hasTexts ? 10 : 4;
  if (quietSeconds > patience + (documentMs ?? 0) / 500) fail();
}, 1000);

addEventListener('click', async ({ target }) => {
  const button = target as HTMLButtonElement;
  if (button.id !== 'try-again') return;
  button.disabled = true;
  // Replaces a copy that was damaged on its way, and would otherwise be cached for a year.
  await isOk(entry, { cache: 'reload' });
  const isReachable = (await isOk('', { method: 'HEAD' })) !== undefined;
  if (isReachable) location.reload();
  button.disabled = false;
});
