import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { owner } from '@portfolio/kit';
import { startWithTexts } from '@portfolio/kit/testing';
import { fireEvent } from '@testing-library/react';

const pages = ['home', 'contact'].map((section) => ({ section, path: `/${section}` }));
document.body.innerHTML = `
  <script type="application/json" id="live-releases">${JSON.stringify({ key: '', pages, sections: {} })}</script>
  <main><h1>Page</h1><p id="part">Part</p><p id="für-dich">Part</p><p id="100%">Part</p></main>`;
Object.assign(globalThis, { PROVIDED_VERSIONS: {} });
history.replaceState(null, '', '/home#part');
const { history: siteHistory, useRoute } = await import('./history.ts');
const { arrive, restoreFocus } = await import('./arrive.ts');

const scrolled = jest.fn();
const scrolledToPart = jest.fn();
const heading = document.querySelector('h1');

const go = (to: string) => siteHistory.push(to);
// As the slot does.
siteHistory.listen(({ location, action }) => {
  useRoute.setState({ location, action });
  arrive();
});

beforeAll(async () => {
  Object.assign(globalThis, { scrollTo: scrolled, matchMedia: () => ({ matches: false }) });
  Element.prototype.scrollIntoView = scrolledToPart;
  await startWithTexts('home: { document: { title: Home } }');
});
beforeEach(() => {
  scrolled.mockClear();
  scrolledToPart.mockClear();
});

test('the first page keeps its scroll position, unless its address names a part', () => {
  arrive();
  expect(document.title).toBe(`Home – ${owner.name}`);
  expect(document.activeElement?.id).toBe('part');
  expect(scrolledToPart.mock.calls).toEqual([[{ behavior: 'instant' }]]);
  expect(scrolled).not.toHaveBeenCalled();
});

test('a navigation focuses the heading at the top, with a ring for the keyboard alone', () => {
  fireEvent.pointerDown(document.body);
  go('/contact');
  expect(document.activeElement).toBe(heading);
  expect(heading?.hasAttribute('data-ringless')).toBe(true);
  expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  go('/home');
  expect(heading?.hasAttribute('data-ringless')).toBe(false);
});

test('back leaves the scroll position to the browser', async () => {
  go('/contact');
  scrolled.mockClear();
  const { promise, resolve } = Promise.withResolvers();
  addEventListener('popstate', resolve, { once: true });
  siteHistory.go(-1);
  await promise;
  expect(document.title).toBe(`Home – ${owner.name}`);
  expect(scrolled).not.toHaveBeenCalled();
});

test('a part of the page is scrolled to again at each click', () => {
  go('/home#part');
  go('/home#part');
  expect(scrolledToPart.mock.calls).toEqual([[{ behavior: 'smooth' }], [{ behavior: 'smooth' }]]);
});

test('a query that leaves the address moves nothing, and a part is scrolled to after that', () => {
  go('/home?language=de#part');
  document.querySelector<HTMLElement>('#part')?.blur();
  scrolledToPart.mockClear();
  // As the document's script does.
  history.replaceState(history.state, '', '/home#part');
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  expect(document.activeElement).toBe(document.body);
  expect(scrolledToPart).not.toHaveBeenCalled();
  go('/home#part');
  expect(scrolledToPart).toHaveBeenCalledTimes(1);
});

test('the address names a part encoded, or as it is where the name cannot be decoded', () => {
  go('/contact#f%C3%BCr-dich');
  expect(document.activeElement?.id).toBe('für-dich');
  go('/home#100%');
  expect(document.activeElement?.id).toBe('100%');
  const atOnce = [{ behavior: 'instant' }];
  expect(scrolledToPart.mock.calls).toEqual([atOnce, atOnce]);
});

test('where a page was made anew, focus and caret go to the element with the same id', async () => {
  const main = document.querySelector('main') as HTMLElement;
  const write = () => {
    main.innerHTML = '<h1>Page</h1><textarea id="message">Half a</textarea>';
    return document.querySelector('textarea') as HTMLTextAreaElement;
  };
  const field = write();
  field.focus();
  field.setSelectionRange(2, 4);
  const anew = write();
  restoreFocus();
  expect(document.activeElement).toBe(anew);
  expect([anew.selectionStart, anew.selectionEnd]).toEqual([2, 4]);
  anew.blur();
  await Promise.resolve();
  write();
  restoreFocus();
  expect(document.activeElement).toBe(document.body);
});
