// Inline in the document, so that it works where no file comes: owns the theme, the language and the typed text of
// this visitor, starts the app, and acts when that fails. The app tells by attributes of <html> how far it is:
// `data-frame` when the frame runs, `data-ready` when its page does, `data-lost` while a notice offers a retry.

const root = document.documentElement;
const { dataset } = root;
// Addresses of two scripts, and the id of the shell.
const { entry = '', before = '', shell = '' } = document.currentScript?.dataset ?? {};

/** The browser may refuse access to storage. */
const tryStorage = <Value>(act: () => Value): Value | undefined => {
  try {
    return act();
  } catch {}
};

/** Choices that the browser does not store last as long as the page. */
const unstored: Record<string, string> = {};
const choice = (key: string) => unstored[key] ?? tryStorage(() => localStorage.getItem(key));
const keep = (key: string, value: string) => {
  unstored[key] = value;
  tryStorage(() => {
    localStorage.setItem(key, value);
    delete unstored[key];
  });
};

const isSystemDark = matchMedia('(prefers-color-scheme: dark)');
/** Shows the chosen theme, else the system's. */
const showTheme = () => {
  const ofSystem = isSystemDark.matches ? 'dark' : 'light';
  const theme = ['dark', 'light'].find((known) => known === choice('theme')) ?? ofSystem;
  dataset.theme = theme;
  // The colour of the browser's own bars.
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('[name=theme-color]');
  if (light) light.media = theme === 'dark' ? 'not all' : '';
  if (dark) dark.media = theme === 'dark' ? '' : 'not all';
  const select = document.querySelector<HTMLSelectElement>('[name=theme]:not(meta)');
  if (select) select.value = theme;
};
const setTheme = (theme: string) => {
  keep('theme', theme);
  showTheme();
};
showTheme();
isSystemDark.addEventListener('change', showTheme);
// Of another tab: the storage of this one tells only the others.
addEventListener('storage', showTheme);
addEventListener('pageshow', showTheme);

/** Takes a parameter out of the address; the router of an app that runs hears of it as of a step back. */
const dropParameter = (name: string) => {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
  if ('frame' in dataset) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
};

/** The server renders the next document in this language, unless its address names one. */
const keepLanguage = (language: string) => {
  dropParameter('language');
  keep('language', language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API came to Firefox late
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=31536000`;
};

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What is typed, by the name of its field. It is stored only while a document of this site replaces another. */
const typed: Record<string, string> =
  tryStorage(() => JSON.parse(sessionStorage.getItem('typed') ?? '{}')) ?? {};
tryStorage(() => sessionStorage.removeItem('typed'));
/** Fields whose value is what was typed, without secrets. */
const textual =
  '#root form :is(textarea, input:not([type]), [type=text], [type=email], [type=tel], [type=url])[name]';
const fields = () => document.querySelectorAll<Field>(textual);
addEventListener(
  'input',
  ({ target }) => {
    const field = target as Field;
    if (field.matches?.(textual)) typed[field.name] = field.value;
  },
  true,
);
/** Browsers and password managers fill in fields without an event. */
const noteFields = () => {
  for (const { name, value } of fields()) typed[name] = value;
};
/** Writes what is typed into fields that lack it. */
const fillFields = () => {
  for (const field of fields()) {
    const value = typed[field.name];
    if (value === undefined || value === field.value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
};
let isOwnReload = false;
addEventListener('pagehide', () => {
  if (!isOwnReload && !('lost' in dataset)) return;
  noteFields();
  tryStorage(() => sessionStorage.setItem('typed', JSON.stringify(typed)));
});
/** Loads the document again, and keeps what is typed. */
const reload = () => {
  isOwnReload = true;
  location.reload();
};

/** Undefined without a response. */
const isOk = async (url: string, options: RequestInit = { method: 'HEAD' }) => {
  try {
    return (await fetch(url, { ...options, signal: AbortSignal.timeout(8000) })).ok;
  } catch {}
};

const language = choice('language') ?? '';
// The server has already applied the language of the address.
const isOfAddress = new URLSearchParams(location.search).get('language') === root.lang;
const isOther = language !== root.lang && dataset.languages?.split(' ').includes(language);
// Firefox has no entry when it resists fingerprinting.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// Once: a browser may keep no cookie. The app brings the language of a page that was reloaded or gone back to.
if (isOther && !isOfAddress && navigation?.type === 'navigate') {
  keepLanguage(language);
  root.style.visibility = 'hidden';
  reload();
}

/** Pictures that are loaded, or lost, are no skeletons. Their events do not bubble. */
const endSkeleton = ({ target }: Event) => (target as Element).removeAttribute?.('aria-busy');
for (const type of ['load', 'error']) document.addEventListener(type, endSkeleton, true);

// The browser posts a form that no app sends.
document.addEventListener('submit', (event) => {
  if ('ready' in dataset) return;
  const form = event.target as HTMLFormElement;
  if (!navigator.onLine) event.preventDefault();
  else for (const { name } of form.querySelectorAll<Field>('[name]')) delete typed[name];
});
document.addEventListener('change', async ({ target }) => {
  const select = target as HTMLSelectElement;
  // A section may have fields of these names.
  if ('frame' in dataset || !select.matches('#root > header *')) return;
  if (select.name === 'theme') {
    setTheme(select.value);
    return;
  }
  keepLanguage(select.value);
  const isReachable = (await isOk('')) !== undefined;
  if (isReachable && !('frame' in dataset)) reload();
});

// A retry begins with the live shell.
dropParameter('without');

type Thrown = { name?: string; stack?: string };
/** Class and places of an error, without its message, which may contain typed text. */
const report = (release: string, hasFailed: boolean, thrown: unknown) => {
  const { name, stack }: Thrown = thrown instanceof Error ? thrown : {};
  const places = stack?.match(/\/releases\/[\w./-]+:\d+:\d+/g) ?? [];
  const error = [name, ...places].join(' ').slice(0, 600);
  const body = JSON.stringify({ release, hasFailed, error });
  navigator.sendBeacon('/api/faults', new Blob([body], { type: 'application/json' }));
};

/** The answer for the shell before, asked for once: an app may throw in each frame. */
let isBeforeThere: ReturnType<typeof isOk> | undefined;
const isDecided = () => isOwnReload || 'frame' in dataset || 'lost' in dataset;
/** Loads the document with the shell before; without one or a connection this page stays, with a notice. */
const fail = async (error?: unknown) => {
  if (isDecided()) return;
  if (before) isBeforeThere ??= isOk(before);
  const hasBefore = await isBeforeThere;
  if (isDecided()) return;
  if (!hasBefore) {
    dataset.lost = '';
    return;
  }
  const release = `shell@${shell}`;
  report(release, true, error);
  const address = new URL(location.href);
  address.searchParams.set('without', release);
  isOwnReload = true;
  location.replace(address);
};
const failIfOurs = (error?: Thrown, place?: string) => `${place}`.includes(shell) && fail(error);
addEventListener('error', ({ error, filename }) => failIfOurs(error, filename));
addEventListener('unhandledrejection', ({ reason }) => failIfOurs(reason, reason?.stack));

/** A second call changes nothing. */
const start = () =>
  import(entry).catch((error) => {
    console.warn(error);
    fail(error);
  });

addEventListener('click', async ({ target }) => {
  const button = target as HTMLButtonElement;
  if (button.id !== 'try-again') return;
  button.disabled = true;
  // Replaces a damaged copy, which would stay in the cache for a year.
  await isOk(entry, { cache: 'reload' });
  if ((await isOk('')) !== undefined) reload();
  button.disabled = false;
});

const afterFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));
// Lazy pictures that are in sight are not to wait with the others.
const fetchVisible = () => {
  for (const picture of document.images) {
    const { top, bottom } = picture.getBoundingClientRect();
    if (top < innerHeight && bottom > 0) picture.loading = 'eager';
  }
};
// A browser compiles a script that arrives before the first frame first. This takes 25 to 30 ms on a
// computer, where the text is visible after 70 to 90.
const fetchApp = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]'))
    link.rel = link.dataset.rel ?? '';
};

document.addEventListener(
  'readystatechange',
  () => {
    fillFields();
    showTheme();
    afterFrame(fetchVisible);
    const { responseEnd = 0, requestStart = 0 } = navigation ?? {};
    const { transferSize = 0, encodedBodySize = 0 } = navigation ?? {};
    const isFar = responseEnd - requestStart > 100;
    // On a first visit the app takes a round trip, so it is requested before the frame: 15 to 25 ms sooner on
    // a computer, with the text no later. A request within this event delayed the text by 20 ms; on a slow
    // phone an early request gained nothing.
    if (transferSize > encodedBodySize && !isFar) setTimeout(fetchApp);
    else afterFrame(fetchApp);
    // Chromium waits 50 ms for the preloaded font before its first frame. On a slow connection the layout is
    // computed during this wait: the text is visible 50 ms sooner on a slow phone. Where the font arrives in
    // time, the layout would be computed twice.
    if (isFar) document.body.getBoundingClientRect();
    // The app blocks the page while it starts, so a page that is there is painted first; its first paint may be
    // only a beginning. A hidden tab paints nothing.
    if (!document.querySelector('#root[data-language]') || document.hidden) return start();
    const isPainted = new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
    );
    Promise.all([isPainted, new Promise(requestAnimationFrame)]).then(() => setTimeout(start));
    setTimeout(start, 1000);
    return undefined;
  },
  { once: true },
);

const forShell = { noteFields, fillFields, setTheme, reload, report, fail };
globalThis.visitor = { typed, choice, keepLanguage, ...forShell };

type ForShell = typeof forShell;
declare global {
  interface Visitor extends ForShell {}
}
