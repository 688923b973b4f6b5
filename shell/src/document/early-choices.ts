// Inline in the document, before the first paint: the theme and the language this visitor chose. Until
// the app is there (`data-ready`), what they choose, type and send.

type Control = HTMLInputElement & HTMLFormElement;

const root = document.documentElement;
const { textsQuery = '' } = document.currentScript?.dataset ?? {};

/** Storage may be refused. */
const tried = <Value>(act: () => Value) => {
  try {
    return act();
  } catch {}
};
const stored = (key: string) => tried(() => localStorage.getItem(key));
const keep = (key: string, choice: string) => tried(() => localStorage.setItem(key, choice));
const tell = (language: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every engine.
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=31536000`;
};
const isOffered = (language: string) => root.dataset.languages?.split(' ').includes(language);

const theme = stored('theme');
const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : system;

const language = stored('language');
// A language the address asks for is that of the document already.
const isAsked = new URLSearchParams(location.search).get('language') === root.lang;
if (language && !isAsked && isOffered(language) && language !== root.lang) {
  root.lang = language;
  root.dataset.waits = '';
  tell(language);
  const link = document.createElement('link');
  const href = `/api/locales/${language}${textsQuery}`;
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  document.head.append(link);
}

// At the document, since load events of pictures do not bubble to the window.
const early = (kind: string, act: (target: Control, event: Event) => void) =>
  document.addEventListener(
    kind,
    (event) => {
      if (!('ready' in root.dataset)) act(event.target as Control, event);
    },
    true,
  );
const settle = (element: Control) => element.removeAttribute?.('aria-busy');
early('load', settle);
early('error', settle);
early('focusin', (element) => {
  if (element.name === 'theme') element.value = root.dataset.theme ?? '';
});
early('change', ({ name, value }) => {
  if (name === 'theme') {
    root.dataset.theme = value;
    keep(name, value);
  }
  if (name !== 'language' || !isOffered(value)) return;
  keep(name, value);
  tell(value);
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
});
const fields = new Set<Control>();
addEventListener(
  'input',
  ({ target }) => {
    if ((target as Control).form) fields.add(target as Control);
  },
  true,
);
const isAlone = () => 'late' in root.dataset || 'lost' in root.dataset;
/** Any answer means that the site can be reached. */
const isReached = () =>
  fetch('', { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
early('submit', async (form, event) => {
  event.preventDefault();
  form.dataset.submitted = '';
  // Where the app does not come, it goes out without it.
  while ('submitted' in form.dataset && form.isConnected) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const canGo = isAlone() && (await isReached());
    if (canGo && 'submitted' in form.dataset) {
      delete form.dataset.submitted;
      form.submit();
    }
  }
});
// What goes out is not kept for another page.
early('formdata', () => fields.clear());
// Kept for the page of another shell, at the last moment: until then this page can be typed into.
addEventListener('pagehide', () => {
  if (!('leaving' in root.dataset) || fields.size === 0) return;
  const typed = [...fields].map(({ name, value, form }) => [name, value, form?.dataset.submitted]);
  tried(() => sessionStorage.setItem('typed', JSON.stringify(typed)));
});
