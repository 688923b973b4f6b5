import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { resetDocument, runInlineScript } from './testing/inline-script.ts';

const page = `
  <select name="theme"><option>dark</option><option>light</option></select>
  <select name="language"><option>en</option><option>de</option><option>fr</option></select>
  <div id="busy" aria-busy="true"></div>`;
const root = document.documentElement;
let dataset: DOMStringMap;

beforeEach(() => {
  dataset = resetDocument(page);
  document.head.replaceChildren();
  // biome-ignore lint/suspicious/noDocumentCookie: the script writes it so.
  document.cookie = 'language=; Max-Age=0';
});
afterEach(() => void jest.restoreAllMocks());

const run = (surroundings: Parameters<typeof runInlineScript>[1] = {}) =>
  runInlineScript('early-choices.ts', surroundings);
const preload = () => document.querySelector('link[rel=preload]')?.getAttribute('href');
const select = (name: string) =>
  document.querySelector(`select[name=${name}]`) as HTMLSelectElement;
const choose = (name: string, value: string) => {
  select(name).value = value;
  select(name).dispatchEvent(new Event('change', { bubbles: true }));
};

test.each([
  ['the stored one', 'light', true, 'light'],
  ['that of the system where none is stored', null, true, 'dark'],
  ['that of the system where the stored one is unknown', 'pink', false, 'light'],
])('the first paint is in a theme: %s', (_which, stored, isSystemDark, theme) => {
  if (stored) localStorage.setItem('theme', stored);
  run({ isSystemDark });
  expect(dataset.theme).toBe(theme);
});

test('where storage is refused the theme is that of the system, and choices are not kept', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const method of ['getItem', 'setItem'] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(refuse);
  run({ isSystemDark: true });
  expect(dataset.theme).toBe('dark');
  choose('theme', 'light');
  expect(dataset.theme).toBe('light');
});

test('a page in another language than the chosen one waits for its texts, which are requested at once', () => {
  localStorage.setItem('language', 'de');
  run({ dataset: { textsQuery: '?releases=home@0123456789ab' } });
  expect(root.lang).toBe('de');
  expect(dataset.waits).toBe('');
  expect(document.cookie).toContain('language=de');
  expect(preload()).toBe('/api/locales/de?releases=home@0123456789ab');
});

test.each([
  ['is that of the document', 'en', 'http://localhost/home'],
  ['is not offered', 'fr', 'http://localhost/home'],
  ['is another one than that of the address', 'de', 'http://localhost/home?language=en'],
])('the page is shown as it came where the chosen language %s', (_why, language, address) => {
  localStorage.setItem('language', language);
  run({ address });
  expect(root.lang).toBe('en');
  expect(dataset.waits).toBeUndefined();
  expect(preload()).toBeUndefined();
});

test('choices are kept before the app runs; the address then names no language', () => {
  const { addresses } = run({ address: 'http://localhost/home?language=en&preview=home@1' });
  choose('theme', 'dark');
  expect(dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  choose('language', 'fr');
  expect(localStorage.getItem('language')).toBeNull();
  choose('language', 'de');
  expect(localStorage.getItem('language')).toBe('de');
  expect(document.cookie).toContain('language=de');
  expect(addresses.map(String)).toEqual(['http://localhost/home?preview=home%401']);
});

test('the switch shows the theme of the page when it gets the focus', () => {
  localStorage.setItem('theme', 'light');
  run();
  select('theme').focus();
  expect(select('theme').value).toBe('light');
});

test.each(['load', 'error'])('the skeleton of a picture ends with its %s event', (type) => {
  run();
  const picture = document.querySelector('#busy');
  picture?.dispatchEvent(new Event(type));
  expect(picture?.hasAttribute('aria-busy')).toBe(false);
});

test('the app that runs keeps the choices itself', () => {
  run();
  dataset.frame = '';
  choose('theme', 'dark');
  choose('language', 'de');
  expect(localStorage.length).toBe(0);
  expect(dataset.theme).toBe('light');
});
