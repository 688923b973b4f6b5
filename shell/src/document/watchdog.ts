// Inline in the document: starts the app, and assumes that it will never run until it stamps the document
// (`data-ready`). A visitor who waits in vain gets the shell's release before, once; where none can be had,
// what is there stays, with a word and a button (`data-lost`). Nothing of this can be fetched later:
// it is for those to whom nothing comes.

const { dataset } = document.documentElement;

/**
 * How often a tab starts the same shell without the app coming to run. A shell that reloads the page
 * whenever it starts would do so for ever.
 */
const mostStarts = 7;
const { entry = '', shell = '', before = '' } = document.currentScript?.dataset ?? {};

const kept = (act: (storage: Storage) => unknown) => {
  try {
    return act(sessionStorage);
  } catch {}
};
const ask = async (url: string, options: RequestInit) => {
  try {
    return (await fetch(url, { ...options, signal: AbortSignal.timeout(8000) })).ok;
  } catch {}
};
/** Any answer means that the site can be reached. */
const isReached = async () => (await ask('', { method: 'HEAD' })) !== undefined;

if (location.search.includes('without=')) {
  const address = new URL(location.href);
  address.searchParams.delete('without');
  history.replaceState(history.state, '', address);
}

const starts = Number(kept((storage) => storage.getItem(shell))) + 1;
const keepStarts = (times: number) => kept((storage) => storage.setItem(shell, String(times)));
keepStarts(starts);

const isDecided = () => 'ready' in dataset || 'lost' in dataset;
type Thrown = { name?: string; stack?: string };
const fail = async (error?: Thrown) => {
  if ('leaving' in dataset || isDecided()) return;
  dataset.leaving = '';
  // Without a connection, leaving would lose a page that can be read.
  const isThere = before && (await ask(before, { method: 'HEAD' }));
  if (isDecided()) {
    delete dataset.leaving;
    return;
  }
  if (isThere) {
    // A shell that failed once is left out in this tab.
    keepStarts(mostStarts);
    const address = new URL(location.href);
    // The error's class and where it was thrown, without its words.
    const places = error?.stack?.match(/\/releases\S+/g);
    address.searchParams.set('without', `shell@${shell} ${error?.name} ${places}`.slice(0, 300));
    return location.replace(address);
  }
  dataset.lost = '';
  delete dataset.waits;
};

addEventListener('pagehide', () => {
  if (isDecided()) keepStarts(0);
});

// Firefox ignores the import map where a module came before it, as one of a browser extension does, and
// the site's policy then refuses every script whose hash stands only there. A preload carries it as well.
document.addEventListener(
  'error',
  ({ target }) => {
    const { type, textContent } = target as HTMLScriptElement;
    if (type !== 'importmap') return;
    const { integrity: hashes } = JSON.parse(textContent ?? '{}');
    for (const [href, integrity] of Object.entries(hashes)) {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'modulepreload', href, integrity }));
    }
  },
  true,
);

let isStarted = false;
const start = async () => {
  try {
    await import(entry);
    isStarted = true;
  } catch (error) {
    console.warn(error);
    fail(error as Thrown);
  }
};
// Running the app takes the page's thread, so a page that came with its document is painted first: all of
// it, while the first paint may be that of its beginning. A hidden tab paints nothing.
const startAfterPaint = () => {
  if (!document.querySelector('#root[data-page]') || document.hidden) return start();
  const painted = new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
  );
  Promise.all([painted, new Promise(requestAnimationFrame)]).then(() => setTimeout(start));
  setTimeout(start, 1000);
};
// A shell that keeps reloading the page is not started any more.
if (starts > mostStarts) fail();
else document.addEventListener('DOMContentLoaded', startAfterPaint);

// What the app throws later, before it works …
const failOurs = (error?: Thrown, place?: string) => `${place}`.includes(shell) && fail(error);
addEventListener('error', ({ error, filename }) => failOurs(error, filename));
addEventListener('unhandledrejection', ({ reason }) => failOurs(reason, reason?.stack));

// … and one that hangs. A slow connection goes on bringing things, and takes as long for the
// document; a page that sleeps or works has no seconds.
let quietSeconds = 0;
let seen = 0;
const looking = setInterval(() => {
  if (isDecided()) return clearInterval(looking);
  // A section that comes late is looked after by the app.
  if ('late' in dataset) return;
  const arrived = performance.getEntriesByType('resource');
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const documentMs = page?.responseEnd;
  quietSeconds = documentMs && arrived.length === seen ? quietSeconds + 1 : 0;
  seen = arrived.length;
  // Once it runs, the app waits for its texts itself, and says so when they do not come.
  const hasTexts = arrived.some(({ name }) => name.includes('/api/locales/'));
  if (quietSeconds > (isStarted && !hasTexts ? 10 : 4) + (documentMs ?? 0) / 500) fail();
}, 1000);

addEventListener('click', async ({ target }) => {
  const button = target as HTMLButtonElement;
  if (button.id !== 'try-again') return;
  button.disabled = true;
  // A copy that was damaged on its way would otherwise be cached for a year.
  await ask(entry, { cache: 'reload' });
  if (await isReached()) location.reload();
  button.disabled = false;
});
