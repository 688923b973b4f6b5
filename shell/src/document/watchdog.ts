// Inline in the document: starts the app, and acts when the app fails, because
// 1. its script cannot be loaded, or throws while it starts,
// 2. it throws before its frame runs (the app sets `data-frame`),
// 3. nothing arrives any more.
// Then the document is loaded once more with the shell's release before. Without such a release or without a
// connection, this page stays, with a notice that offers a retry (`data-lost`). The script is inline, as it must
// work when requests fail.
//
// Further attributes: `data-leaving` while another document may replace this one, so that `without-app.ts` keeps
// typed text; `data-waits` hides the page until its language arrives.

const { dataset } = document.documentElement;
// Addresses of two scripts, and the id of the shell.
const { entry = '', before = '', shell = '' } = document.currentScript?.dataset ?? {};

/** The browser may refuse access to storage. */
const tryStorage = (act: (storage: Storage) => unknown) => {
  try {
    return act(sessionStorage);
  } catch {}
};
/** @returns whether the response is successful; undefined without a response */
const isOk = async (url: string, options: RequestInit) => {
  try {
    return (await fetch(url, { ...options, signal: AbortSignal.timeout(8000) })).ok;
  } catch {}
};

/** The app runs, or a notice is shown: by this script, or by the app whose texts did not come. */
const isDecided = () => 'frame' in dataset || 'lost' in dataset;

// A shell that failed in this tab is started again by the visitor's retry alone.
const hasFailed = tryStorage((storage) => storage.getItem(shell));
addEventListener('pagehide', () => {
  if (isDecided()) tryStorage((storage) => storage.removeItem(shell));
});

// Restores the visitor's address, even if the app does not run: a retry begins with the live shell.
if (location.search.includes('without=')) {
  const address = new URL(location.href);
  address.searchParams.delete('without');
  history.replaceState(history.state, '', address);
}

type Thrown = { name?: string; stack?: string };

const fail = async (error?: Thrown) => {
  if ('leaving' in dataset || isDecided()) return;
  dataset.leaving = '';
  // Without a connection, the readable page must stay.
  const hasBefore = before && (await isOk(before, { method: 'HEAD' }));
  if (hasBefore && !isDecided()) return loadShellBefore(error);
  delete dataset.leaving;
  if (isDecided()) return;
  dataset.lost = '';
  delete dataset.waits;
};

const loadShellBefore = (error?: Thrown) => {
  tryStorage((storage) => storage.setItem(shell, 'failed'));
  const address = new URL(location.href);
  const release = `shell@${shell}`;
  address.searchParams.set('without', release);
  // Reports the error's class and place without its message, which may contain typed text.
  const places = error?.stack?.match(/\/releases\S+/g);
  const report = { release, hasFailed: true, error: `${error?.name} ${places}` };
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  navigator.sendBeacon('/api/faults', body);
  location.replace(address);
};

let isLoaded = false;
// Failure 1: the script cannot be loaded, or throws while it starts.
const start = async () => {
  try {
    await import(entry);
    isLoaded = true;
  } catch (error) {
    console.warn(error);
    fail(error as Thrown);
  }
};
// The app blocks the page while it starts, so a prerendered page is painted first. The first paint may show only its
// beginning, so the script also waits for a frame. A hidden tab paints nothing. A second call of `start` changes
// nothing.
const startAfterPaint = () => {
  if (!document.querySelector('#root[data-language]') || document.hidden) return start();
  const isPainted = new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
  );
  Promise.all([isPainted, new Promise(requestAnimationFrame)]).then(() => setTimeout(start));
  setTimeout(start, 1000);
};
if (hasFailed) fail();
else document.addEventListener('DOMContentLoaded', startAfterPaint);

// Failure 2: the app throws after its script was loaded.
const failIfOurs = (error?: Thrown, place?: string) => `${place}`.includes(shell) && fail(error);
addEventListener('error', ({ error, filename }) => failIfOurs(error, filename));
addEventListener('unhandledrejection', ({ reason }) => failIfOurs(reason, reason?.stack));

/** Seconds without a response. */
const patience = 4;
/** While the app waits for its texts: it shows a notice itself when they are late. */
const patienceForTexts = 10;

// Failure 3: no response has arrived for that long. A timer counts the seconds, as it stops while the page sleeps or is
// busy.
let quietSeconds = 0;
let lastCount = 0;
const timer = setInterval(() => {
  if (isDecided()) return clearInterval(timer);
  const resources = performance.getEntriesByType('resource');
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // 0 while the document arrives.
  const documentMs = page?.responseEnd ?? 0;
  const isQuiet = documentMs && resources.length === lastCount;
  quietSeconds = isQuiet ? quietSeconds + 1 : 0;
  lastCount = resources.length;
  const haveTextsArrived = resources.some(({ name }) => name.includes('/api/locales/'));
  const waitsForTexts = isLoaded && !haveTextsArrived;
  // A slow connection gets two seconds more for each second that the document took.
  const allowed = (waitsForTexts ? patienceForTexts : patience) + documentMs / 500;
  if (quietSeconds > allowed) fail();
}, 1000);

addEventListener('click', async ({ target }) => {
  const button = target as HTMLButtonElement;
  if (button.id !== 'try-again') return;
  button.disabled = true;
  // Replaces a damaged copy, which would stay in the cache for a year.
  await isOk(entry, { cache: 'reload' });
  const isReachable = (await isOk('', { method: 'HEAD' })) !== undefined;
  if (isReachable) location.reload();
  button.disabled = false;
});
