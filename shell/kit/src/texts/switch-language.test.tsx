import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Markdown } from '../markdown/markdown.tsx';
import { useSettings } from '../settings.ts';
import { setSiteFacts } from '../site-facts.ts';
import { answerCalls, startWithTexts } from '../testing/index.ts';
import { Text } from './text.tsx';
import { reloadTexts, replaceRelease, switchLanguage } from './texts.ts';

const kept: string[] = [];
Object.assign(globalThis, {
  visitor: { choice() {}, keepLanguage: (language: string) => kept.push(language) },
});

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
  expect(container.querySelectorAll('[aria-busy=true]')).toHaveLength(2);
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
  answerCalls((path) =>
    path.endsWith('en') ? english.promise : { body: 'home: { title: Hallo }' },
  );
  const reloaded = reloadTexts();
  await act(() => switchLanguage('de'));
  english.resolve({ body: 'home: { title: Hello again }' });
  await act(() => reloaded);
  expect(title()).toBe('Hallo');
  expect(useSettings.getState()).toMatchObject({ language: 'de', isLanguageLoaded: true });
});

test('a choice that was followed by another one cannot fail', async () => {
  const german = Promise.withResolvers<{ status: number; body: string }>();
  answerCalls((path) =>
    path.endsWith('de') ? german.promise : { body: 'home: { title: Hello again }' },
  );
  const first = switchLanguage('de');
  await act(() => switchLanguage('en'));
  german.resolve({ status: 503, body: '' });
  await act(() => expect(first).resolves.toBeUndefined());
  expect(useSettings.getState().language).toBe('en');
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
  await act(() => switchLanguage('de'));
  replaceRelease('home', 'h1');
  await act(() => switchLanguage('en'));
  await act(() => reloadTexts());
  expect(asked).toEqual(['h2', 'h1', 'h0', 'h0'].map((home) => `?releases=${key(home)}`));
});
