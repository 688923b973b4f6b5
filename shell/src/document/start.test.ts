import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const [shell, entry] = ['0123456789ab', '/releases/shell/0123456789ab/main.mjs'];
const source = readFileSync(path.join(import.meta.dirname, 'start.ts'), 'utf8');
const code = stripTypeScriptTypes(source).replaceAll(/\bimport(?=\()/g, 'importScript');
const root = document.documentElement;
const { dataset } = root;
const page = `
  <div id="root">
    <header><select name="theme"><option>dark</option><option>light</option></select>
      <select name="language"><option>en</option><option>de</option></select></header>
    <form><input name="email" /><textarea name="message"></textarea><input name="key" type="password" />
      <input name="size" type="radio" value="s" /><input name="size" type="radio" value="m" /></form>
  </div>
  <button id="try-again"></button>`;

/** Removes the listeners of a script: all tests share one document. */
let listening = new AbortController();

beforeEach(() => {
  for (const target of [window, document]) {
    const add = EventTarget.prototype.addEventListener.bind(target);
    target.addEventListener = (type: string, act: EventListener, options?: unknown) =>
      add(type, act, { capture: options === true, signal: listening.signal });
  }
  for (const name of Object.keys(dataset)) delete dataset[name];
  dataset.languages = 'en de';
  root.lang = 'en';
  document.head.innerHTML = '<meta name="theme-color" /><meta name="theme-color" />';
  document.body.innerHTML = page;
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the script writes it so.
  document.cookie = 'language=; Max-Age=0';
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  listening.abort();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

interface Surroundings {
  isSystemDark?: boolean;
  address?: string;
  /** The address of the shell before. */
  before?: string;
  navigation?: object;
  isPainted?: boolean;
  /** Answers requests; undefined when the site cannot be reached. */
  isOk?: (url: string) => boolean | undefined;
  importScript?: () => Promise<unknown>;
}

/** Opens a document with the script, as a browser does. */
function open(surroundings: Surroundings = {}) {
  const { before = '/before', isOk = () => true, isSystemDark = false, isPainted } = surroundings;
  const done = {
    reloads: 0,
    replaced: [] as URL[],
    addresses: [] as URL[],
    requests: [] as string[],
    firstTheme: undefined as string | undefined,
  };
  const { href, search } = new URL(surroundings.address ?? 'http://localhost/contact');
  const scope = {
    location: {
      href,
      search,
      reload: () => {
        done.reloads += 1;
        dispatchEvent(new Event('pagehide'));
      },
      replace: (to: URL) => done.replaced.push(to),
    },
    history: { state: null, replaceState: (_: null, __: '', to: URL) => done.addresses.push(to) },
    fetch: async (url: string, { method, cache }: RequestInit) => {
      done.requests.push(`${method ?? cache} ${url}`);
      const ok = isOk(url);
      if (ok === undefined) throw new TypeError('offline');
      return { ok };
    },
    importScript: surroundings.importScript ?? (async () => {}),
    // Has the report that is sent.
    Blob: class {
      constructor([report]: [string]) {
        Object.assign(this, JSON.parse(report));
      }
    },
    matchMedia: (of: string) => ({
      matches: isSystemDark && of.includes('dark'),
      addEventListener() {},
    }),
    performance: { getEntriesByType: () => [{ type: 'navigate', ...surroundings.navigation }] },
    PerformanceObserver: jest.fn((tell: () => void) => ({
      observe: ({ type, buffered }: PerformanceObserverInit) =>
        isPainted && type === 'paint' && buffered && tell(),
    })),
  };
  listening.abort();
  listening = new AbortController();
  const element = document.createElement('script');
  Object.assign(element.dataset, { shell, entry, before });
  Object.defineProperty(document, 'currentScript', { configurable: true, value: element });
  new Function(...Object.keys(scope), `{${code}}`)(...Object.values(scope));
  done.firstTheme = dataset.theme;
  document.dispatchEvent(new Event('readystatechange'));
  return done;
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 5));
const named = (name: string) => document.body.querySelector(`[name=${name}]`) as HTMLInputElement;
const write = (name: string, value: string, event: string) => {
  named(name).value = value;
  named(name).dispatchEvent(new Event(event, { bubbles: true }));
};
const choose = (name: string, value: string) => write(name, value, 'change');

test.each([
  ['the stored one', 'light', true, 'light'],
  ['that of the system where none is stored', undefined, true, 'dark'],
  ['that of the system where the stored one is unknown', 'pink', false, 'light'],
])('the first paint is in a theme: %s', (_which, stored, isSystemDark, theme) => {
  if (stored) localStorage.setItem('theme', stored);
  const { firstTheme } = open({ isSystemDark });
  expect([firstTheme, dataset.theme, named('theme').value]).toEqual([theme, theme, theme]);
  const bars = [...document.querySelectorAll<HTMLMetaElement>('meta')].map(({ media }) => media);
  expect(bars).toEqual(theme === 'dark' ? ['not all', ''] : ['', 'not all']);
});

test.each(['storage', 'pageshow'])('a theme chosen in another tab comes by %s', (event) => {
  open();
  choose('theme', 'light');
  localStorage.setItem('theme', 'dark');
  dispatchEvent(new Event(event));
  expect(dataset.theme).toBe('dark');
});

test.each(['load', 'error'])('a picture is no skeleton after its %s', (event) => {
  open();
  const picture = document.body.appendChild(document.createElement('img'));
  picture.setAttribute('aria-busy', 'true');
  picture.dispatchEvent(new Event(event));
  expect(picture.hasAttribute('aria-busy')).toBe(false);
});

test('where storage is refused, a choice lasts as long as the page', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const method of ['getItem', 'setItem'] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(refuse);
  open({ isSystemDark: true });
  choose('theme', 'light');
  expect(dataset.theme).toBe('light');
  expect(globalThis.visitor?.choice('theme')).toBe('light');
});

test('a document in another language than the chosen one is loaded again, once', () => {
  localStorage.setItem('language', 'de');
  expect(open({ address: 'http://localhost/home?language=en' }).reloads).toBe(0);
  const cookie = jest.spyOn(document, 'cookie', 'set');
  expect(open().reloads).toBe(1);
  expect(cookie).toHaveBeenCalledWith('language=de; Path=/; SameSite=Lax; Max-Age=31536000');
  expect(root.style.visibility).toBe('hidden');
  root.style.visibility = '';
  expect(open({ navigation: { type: 'reload' } }).reloads).toBe(0);
});

test('a language that is chosen before the app loads the document again, with what is typed', async () => {
  const done = open({ address: 'http://localhost/contact?language=en&a=b#c' });
  write('message', 'Half a', 'input');
  write('key', 'secret', 'input');
  write('size', 's', 'input');
  // A password manager fills fields without an event.
  named('email').value = 'ada@example.org';
  choose('language', 'de');
  await turns();
  expect(done.addresses.map(String)).toEqual(['http://localhost/contact?a=b#c']);
  expect([localStorage.getItem('language'), done.reloads]).toEqual(['de', 1]);
  document.body.innerHTML = page;
  root.lang = 'de';
  open();
  expect([named('message').value, named('email').value]).toEqual(['Half a', 'ada@example.org']);
  expect(globalThis.visitor?.typed).toEqual({ message: 'Half a', email: 'ada@example.org' });
  expect(sessionStorage.getItem('typed')).toBeNull();
});

test.each([
  ['before the first frame on a first visit', 'preload', 0, { requestStart: 1, responseEnd: 101 }],
  ['after it from a site that is far', '', 1, { responseEnd: 101 }],
  ['after it where the browser has it', '', 0, { encodedBodySize: 1 }],
])('the app is requested %s', (_when, rel, layouts, navigation) => {
  jest.useFakeTimers();
  document.head.innerHTML += '<link data-rel="preload" />';
  const link = document.querySelector('link') as HTMLLinkElement;
  const layOut = jest.spyOn(document.body, 'getBoundingClientRect');
  open({ navigation: { transferSize: 1, ...navigation } });
  jest.advanceTimersByTime(1);
  expect([link.rel, layOut.mock.calls.length]).toEqual([rel, layouts]);
  jest.advanceTimersByTime(50);
  expect(link.rel).toBe('preload');
});

test.each([true, false])('the app starts after a paint or a second: %s', async (isPainted) => {
  jest.useFakeTimers();
  document.getElementById('root')?.setAttribute('data-language', 'en');
  const begin = Date.now();
  const starts: number[] = [];
  open({ isPainted, importScript: async () => starts.push(Date.now() - begin) });
  await jest.advanceTimersByTimeAsync(1000);
  // After a frame and a turn; the second call changes nothing.
  expect(starts).toEqual(isPainted ? [17, 1000] : [1000]);
});

test('what is typed is stored where the app is lost, and else not', () => {
  open();
  write('message', 'Half a', 'input');
  dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.length).toBe(0);
  dataset.lost = '';
  dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem('typed')).toContain('Half a');
});

test('where the site cannot be reached, the page stays in its language', async () => {
  const done = open({ isOk: () => undefined });
  choose('language', 'de');
  await turns();
  expect(done.reloads).toBe(0);
});

test('an app that runs stays, whatever it throws later, and applies choices itself', async () => {
  const done = open();
  dataset.frame = '';
  dispatchEvent(new ErrorEvent('error', { filename: entry }));
  choose('theme', 'dark');
  choose('language', 'de');
  await turns();
  expect(done).toMatchObject({ reloads: 0, requests: [] });
  expect([dataset.lost, dataset.theme]).toEqual([undefined, 'light']);
});

test.each(['dark', 'de'])('a field that is named as a switch changes nothing: %s', (value) => {
  const done = open();
  const form = document.querySelector('form') as HTMLElement;
  for (const name of ['theme', 'language']) {
    form.innerHTML = `<input name="${name}" value="${value}" />`;
    form.firstElementChild?.dispatchEvent(new Event('change', { bubbles: true }));
  }
  expect([dataset.theme, localStorage.length, done.requests]).toEqual(['light', 0, []]);
});

const failing = async () => {
  const stack = `at make (http://localhost/releases/shell/${shell}/main.mjs:1:2`;
  throw Object.assign(new RangeError('what a visitor typed'), { stack });
};

test('when the app fails, that is reported by class and place, and the shell before is loaded', async () => {
  const sent = jest.spyOn(navigator, 'sendBeacon');
  const done = open({ importScript: failing });
  await turns();
  expect(done.requests).toEqual(['HEAD /before']);
  const release = `shell@${shell}`;
  const address = `http://localhost/contact?without=${encodeURIComponent(release)}`;
  expect(done.replaced.map(String)).toEqual([address]);
  const error = `RangeError /releases/shell/${shell}/main.mjs:1:2`;
  expect(sent.mock.calls).toEqual([['/api/faults', { release, hasFailed: true, error }]]);
});

test('an error of the app that is no import counts, one of an extension does not', async () => {
  const done = open();
  dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://x/y.js' }));
  await turns();
  expect(done.replaced).toEqual([]);
  const reason = { stack: `at x (http://localhost/releases/shell/${shell}/main.mjs:1:2)` };
  for (const _turn of [1, 2])
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  await turns();
  expect([done.replaced.length, done.requests]).toEqual([1, ['HEAD /before']]);
  const other = open();
  dispatchEvent(new ErrorEvent('error', { filename: entry }));
  await turns();
  expect(other.replaced).toHaveLength(1);
});

test.each([
  ['there is no shell before', { before: '' }],
  ['nothing can be reached', { isOk: () => undefined }],
])('when the app fails and %s, a notice offers a retry', async (_why, surroundings) => {
  const address = 'http://localhost/home?without=shell@0&a=b';
  const done = open({ address, importScript: failing, ...surroundings });
  await turns();
  expect([dataset.lost, done.replaced]).toEqual(['', []]);
  // A retry begins with the live shell.
  expect(done.addresses.map(String)).toEqual(['http://localhost/home?a=b']);
  const again = document.getElementById('try-again') as HTMLButtonElement;
  again.click();
  expect(again.disabled).toBe(true);
  await turns();
  expect([again.disabled, done.requests.slice(-2)]).toEqual([false, [`reload ${entry}`, 'HEAD ']]);
  // Without a connection the readable page stays.
  expect(done.reloads).toBe('isOk' in surroundings ? 0 : 1);
});

test('a form is posted by the browser until its page is ready, not without a connection', () => {
  open();
  write('message', 'Hello', 'input');
  const form = document.querySelector('form');
  const post = () => form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
  expect(post()).toBe(false);
  expect(globalThis.visitor?.typed).toEqual({ message: 'Hello' });
  expect(post()).toBe(true);
  expect(globalThis.visitor?.typed).toEqual({});
  write('message', 'Hello', 'input');
  dataset.ready = '';
  post();
  expect(globalThis.visitor?.typed).toEqual({ message: 'Hello' });
});
