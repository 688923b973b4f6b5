// Inline in the document: applies the stored theme and language before the first paint, and stores choices
// until the frame of the app runs (`data-frame`).

const root = document.documentElement;
const { textsQuery = '' } = document.currentScript?.dataset ?? {};

/** The browser may refuse access to storage. */
const tryStorage = <Value>(act: (storage: Storage) => Value) => {
  try {
    return act(localStorage);
  } catch {}
};
const readChoice = (key: string) => tryStorage((storage) => storage.getItem(key));
const keepChoice = (key: string, choice: string) =>
  tryStorage((storage) => storage.setItem(key, choice));
/** The server renders the next document in this language. */
const setLanguageCookie = (language: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every engine.
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=31536000`;
};
const isOffered = (language: string) => root.dataset.languages?.split(' ').includes(language);

const theme = readChoice('theme');
const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : systemTheme;

const language = readChoice('language');
// The server has already applied the language of the address.
const isOfAddress = new URLSearchParams(location.search).get('language') === root.lang;
const isOther = language && language !== root.lang && !isOfAddress;
if (isOther && isOffered(language)) {
  root.lang = language;
  root.dataset.waits = '';
  setLanguageCookie(language);
  const link = document.createElement('link');
  const href = `/api/locales/${language}${textsQuery}`;
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  document.head.append(link);
}

const onEarly = (type: string, act: (target: HTMLSelectElement) => void, part = 'frame') =>
  document.addEventListener(
    type,
    ({ target }) => {
      if (!(part in root.dataset)) act(target as HTMLSelectElement);
    },
    // Load events of pictures do not bubble.
    true,
  );
const endSkeleton = (element: Element) => element.removeAttribute?.('aria-busy');
onEarly('load', endSkeleton, 'ready');
onEarly('error', endSkeleton, 'ready');
onEarly('focusin', (element) => {
  if (element.name === 'theme') element.value = root.dataset.theme ?? '';
});
onEarly('change', ({ name, value }) => {
  if (name === 'theme') {
    root.dataset.theme = value;
    keepChoice(name, value);
  }
  if (name !== 'language' || !isOffered(value)) return;
  keepChoice(name, value);
  setLanguageCookie(value);
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
});
