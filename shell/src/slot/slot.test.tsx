import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { startWithTexts } from '@portfolio/kit/testing';
import { waitFor } from '@testing-library/dom';
import { type ComponentType, use, useReducer } from 'react';
import { flushSync } from 'react-dom';

const names = ['home', 'portfolio', 'contact'];
const releaseOf = (section: string, id: string) => ({ id, entry: `${section}/${id}`, base: '/' });
const releasesOf = (name: string) => ['live', 'before'].map((id) => releaseOf(name, id));
const map = {
  key: 'shell@1',
  shell: '/shell/',
  pages: names.map((section) => ({ section, path: `/${section}`, label: `${section}.label` })),
  sections: Object.fromEntries(names.map((name) => [name, releasesOf(name)])),
};
document.body.innerHTML = `
  <script type="application/json" id="live-releases">${JSON.stringify(map)}</script>
  <div id="root" data-language="en">
    <main><div id="slot"><div id="page-root" data-page="home@live" data-language="en"><!--$--><h1>home</h1><!--/$--></div></div></main>
  </div>`;
history.replaceState(null, '', '/home');
Object.assign(globalThis, {
  PROVIDED_VERSIONS: {},
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  scrollTo() {},
  scrollBy() {},
});
const fetched = [-1, 1e9].map((startTime) => ({ startTime, transferSize: startTime }));
Object.assign(performance, { getEntriesByType: () => fetched });

let pages: Record<string, ComponentType | Promise<ComponentType>> = {};
jest.unstable_mockModule('../federation/container.ts', () => ({
  openRemote: async (entry: string) => {
    const page = await pages[entry];
    if (!page) throw new SyntaxError(`mud in ${entry}`);
    return page;
  },
}));
const { history: siteHistory, useRoute } = await import('../routing/history.ts');
const { sectionLoader } = await import('../federation/section-loader.ts');
const { openPage } = await import('./slot.tsx');
const { swapSection } = await import('./swap-section.ts');

const part = Promise.withResolvers<string>();
const Waiting = () => <h1>{use(part.promise)}</h1>;
let change = () => {};
const Changing = () => {
  const [isChanged, toggle] = useReducer((before: boolean) => !before, false);
  change = toggle;
  return <h1>{isChanged ? <b>Page</b> : <i>Page</i>}</h1>;
};

const named = (name: string) => () => <h1>{name}</h1>;
const put = (section: string, Page: ComponentType) =>
  sectionLoader.put(section, { Page, release: releaseOf(section, 'live'), pages: [] });
const text = () => document.querySelector('#page-root')?.textContent;
const shows = (words: string) => waitFor(() => expect(text()).toBe(words), { timeout: 15_000 });
/** The slot opens the page in a microtask. */
const go = async (path: string) => {
  siteHistory.push(path);
  await Promise.resolve();
};

beforeAll(() => startWithTexts('{}'));
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  pages = Object.fromEntries(names.map((name) => [`${name}/live`, named(name)]));
});

test('the text of the document stays while no release of its section works, and is taken over by one that does', async () => {
  const heading = document.querySelector('h1');
  pages = {};
  openPage();
  await sectionLoader.load('home');
  await waitFor(() => expect(useRoute.getState().isPending).toBe(false));
  pages = { 'home/live': named('home') };
  sectionLoader.forgetFailure('home');
  await sectionLoader.load('home');
  openPage();
  // To a part of the page, before that is taken over.
  await go('/home#part');
  await waitFor(() => expect(document.documentElement.dataset.ready).toBe(''));
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(document.querySelector('h1')).toBe(heading);
});

test('the page before stays until the section is loaded, and the last click counts', async () => {
  const late = Promise.withResolvers<ComponentType>();
  pages['contact/live'] = late.promise;
  await go('/contact');
  expect(text()).toBe('home');
  expect(useRoute.getState().isPending).toBe(true);
  await go('/home');
  expect(useRoute.getState().isPending).toBe(false);
  await go('/portfolio');
  await shows('portfolio');
  late.resolve(named('contact'));
  await sectionLoader.load('contact');
  expect(text()).toBe('portfolio');
  expect(useRoute.getState().isPending).toBe(false);
});

test('the page before stays until the page has all of its parts', async () => {
  put('contact', Waiting);
  await go('/contact');
  expect(text()).toBe('portfolio');
  part.resolve('contact');
  await shows('contact');
});

test('a page whose elements another script replaced is mounted again', async () => {
  put('portfolio', Changing);
  await go('/portfolio');
  await shows('Page');
  // As the translation of a browser does.
  document.querySelector('#page-root h1')?.replaceChildren('Seite');
  flushSync(change);
  const inside = () => document.querySelector('#page-root')?.innerHTML;
  await waitFor(() => expect(inside()).toBe('<h1><i>Page</i></h1>'));
});

test('a swap ends when its visitor has gone on', async () => {
  const late = Promise.withResolvers<ComponentType>();
  pages['home/before'] = late.promise;
  const say = jest.fn((_swapped: object) => 'Swapped');
  const swapping = swapSection('home', say, openPage);
  await go('/portfolio');
  late.resolve(named('home before'));
  await swapping;
  expect(text()).not.toBe('home before');
  expect(say.mock.calls).toMatchObject([[{ release: 'home@before', isLive: false, bytes: 1e9 }]]);
});
