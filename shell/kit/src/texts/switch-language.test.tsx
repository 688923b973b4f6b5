import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Markdown } from '../markdown/markdown.tsx';
import { useSettings } from '../settings.ts';
import { setSiteFacts } from '../site-facts.ts';
import { answerCalls, startWithTexts } from '../testing/index.ts';
import { Text } from './text.tsx';
import {
  languageName,
  pickLanguage,
  reloadTexts,
  replaceRelease,
  switchLanguage,
} from './texts.ts';

const kept: string[] = [];
const visitor = { choice() {}, keepLanguage: (language: string) => kept.push(language) };
Object.assign(globalThis, { visitor });

beforeEach(async () => {
  await act(() => startWithTexts('home: { title: Hello, text: "*Welcome*" }'));
});

const page = (
  <>
    <h1>
      <Text path="home.title" />
    </h1>
    <Markdown path="home.text" />
  </>
);
const title = () => screen.getByRole('heading').textContent;
const busy = () => [...document.querySelectorAll('[aria-busy=true]')].map((one) => one.tagName);

test('a page is hydrated as it was prerendered, also while another language is loaded', async () => {
  const container = document.createElement('div');
  container.innerHTML = render(page).container.innerHTML;
  act(() => useSettings.setState({ language: 'de', isLanguageLoaded: false }));
  const onRecoverableError = jest.fn();
  await act(() => render(page, { container, hydrate: true, onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  const old = [...container.querySelectorAll('[aria-busy=true] > *')];
  const looks = old.map((each) => [each.ariaHidden, getComputedStyle(each).visibility]);
  expect(looks).toEqual([
    [null, 'visible'],
    ['true', 'hidden'],
  ]);
});

test.each([
  ['does not come', { status: 504, body: 'Failed to load' }],
  ['is no tree of texts', { body: 'words' }],
  ['cannot be read', { body: 'a: b: c' }],
])('when the other language %s, the old one stays chosen', async (_why, answer) => {
  render(page);
  const asked = jest.fn(() => answer);
  answerCalls(asked);
  await act(() => expect(switchLanguage('de')).rejects.toThrow());
  expect(asked).toHaveBeenCalledTimes(1);
  expect(title()).toBe('Hello');
  expect(busy()).toEqual([]);
  expect(useSettings.getState().language).toBe('en');
  expect(kept.at(-1)).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});

test('reloaded texts that arrive after a switch of the language do not undo it', async () => {
  render(page);
  const english = Promise.withResolvers<{ body: string }>();
  const german = { body: 'home: { title: Hallo }' };
  answerCalls((path) => (path.endsWith('en') ? english.promise : german));
  const reloaded = reloadTexts();
  await act(() => switchLanguage('de'));
  english.resolve({ body: 'home: { title: Hello again }' });
  await act(() => reloaded);
  expect(title()).toBe('Hallo');
  expect(useSettings.getState()).toMatchObject({ language: 'de', isLanguageLoaded: true });
});

test('a choice that was followed by another one cannot fail', async () => {
  const german = Promise.withResolvers<{ status: number; body: string }>();
  const english = { body: 'home: { title: Hello again }' };
  answerCalls((path) => (path.endsWith('de') ? german.promise : english));
  const first = switchLanguage('de');
  await act(() => switchLanguage('en'));
  german.resolve({ status: 503, body: '' });
  await act(() => expect(first).resolves.toBeUndefined());
  expect(useSettings.getState().language).toBe('en');
});

test.each([
  ['', 'fr', '', 'en'],
  ['', 'fr', 'de', 'de'],
  ['fr', 'en', 'de', 'en'],
  ['de', 'en', 'en', 'de'],
])('of "%s" in the address, "%s" chosen, "%s" sent, %s shows', (address, choice, lang, shown) => {
  history.replaceState(null, '', `?language=${address}`);
  Object.assign(globalThis, { visitor: { choice: (key: string) => key === 'language' && choice } });
  document.documentElement.lang = lang;
  expect(pickLanguage()).toBe(shown);
  Object.assign(globalThis, { visitor });
});

test('a language has its name in the texts, or else the one it has for itself', () => {
  globalThis.missingTexts = new Set(['header.language.fr']);
  const names = [languageName('en', () => 'English'), languageName('fr', String)];
  expect(names).toEqual(['English', 'Français']);
  expect(globalThis.missingTexts.size).toBe(0);
});

test('the direction of the document follows its language', async () => {
  document.documentElement.dataset.languages = 'en he';
  answerCalls(() => ({ body: 'home: { title: Shalom }' }));
  await act(() => switchLanguage('he'));
  expect(document.documentElement.dir).toBe('rtl');
  await act(() => switchLanguage('en'));
  expect(document.documentElement.dir).toBe('ltr');
});

test('every call names the releases of the page, also those of a section that falls back meanwhile', async () => {
  const key = (home: string) => `home@${home},my-home@m1,shell@s1`;
  setSiteFacts({ languages: ['en'], key: key('h2'), shell: '/shell/', pages: [], sections: {} });
  const asked: string[] = [];
  const { fetch } = globalThis;
  Object.assign(globalThis, {
    fetch: (url: string) => {
      asked.push(new URL(url).search);
      if (asked.length === 2) replaceRelease('home', 'h0');
      return fetch(url);
    },
  });
  await act(() => switchLanguage('pt-BR'));
  replaceRelease('home', 'h1');
  await act(() => switchLanguage('en'));
  await act(() => reloadTexts());
  expect(asked).toEqual(['h2', 'h1', 'h0', 'h0'].map((home) => `?releases=${key(home)}`));
});
