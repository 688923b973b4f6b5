import { beforeAll, expect, jest, test } from '@jest/globals';
import { owner } from '@portfolio/kit';
import { startWithTexts } from '@portfolio/kit/testing';
import { act, fireEvent, render } from '@testing-library/react';
import { BrowserRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';

const pages = ['home', 'contact'].map((section) => ({ section, path: `/${section}` }));
document.body.innerHTML = `<script type="application/json" id="live-releases">${JSON.stringify({ key: '', pages, sections: {} })}</script>`;
Object.assign(globalThis, { PROVIDED_VERSIONS: {} });
const { PageArrival } = await import('./page-arrival.ts');

const scrolled = jest.fn();
const scrolledToPart = jest.fn();
let navigate: NavigateFunction;

function Site({ isHistory = false }) {
  navigate = useNavigate();
  return (
    <main>
      <h1>{useLocation().pathname}</h1>
      <p id="part">Part</p>
      <p id="für-dich">Part</p>
      <p id="100%">Part</p>
      <PageArrival isHistory={isHistory} />
    </main>
  );
}

function open(address: string, isHistory?: boolean) {
  history.replaceState(null, '', address);
  scrolled.mockClear();
  scrolledToPart.mockClear();
  const site = () => (
    <BrowserRouter>
      <Site isHistory={isHistory} />
    </BrowserRouter>
  );
  return render(site());
}
const go = (to: string) => act(async () => navigate(to));

beforeAll(async () => {
  Object.assign(globalThis, { scrollTo: scrolled });
  Element.prototype.scrollIntoView = scrolledToPart;
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
  await startWithTexts(
    'home: { document: { title: Home } }\ncontact: { document: { title: Contact } }\nnotFound: { title: Nothing }',
  );
});

test('the first page keeps focus and scroll position; every page has its title', async () => {
  open('/home');
  expect(document.title).toBe(`Home – ${owner.name}`);
  expect(document.activeElement).toBe(document.body);
  expect(scrolled).not.toHaveBeenCalled();
  await go('/contact');
  expect(document.title).toBe(`Contact – ${owner.name}`);
  await go('/nowhere');
  expect(document.title).toBe(`Nothing – ${owner.name}`);
});

test('a navigation focuses the heading at the top, with a ring for the keyboard alone', async () => {
  const { container } = open('/home');
  const heading = container.querySelector('h1');
  fireEvent.pointerDown(document.body);
  await go('/contact');
  expect(document.activeElement).toBe(heading);
  expect(heading?.hasAttribute('data-ringless')).toBe(true);
  expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  await go('/home');
  expect(heading?.hasAttribute('data-ringless')).toBe(false);
});

test('back and forward leave the scroll position to the browser', async () => {
  open('/home', true);
  await go('/contact');
  expect(scrolled).not.toHaveBeenCalled();
});

test('the part that the address names is focused and scrolled to, again at each click', async () => {
  const { container } = open('/home#part');
  const part = container.querySelector('#part');
  expect(document.activeElement).toBe(part);
  expect(scrolledToPart.mock.calls).toEqual([[{ behavior: 'instant' }]]);
  await go('/home#part');
  await go('/home#part');
  expect(scrolledToPart.mock.calls.slice(1)).toEqual([
    [{ behavior: 'smooth' }],
    [{ behavior: 'smooth' }],
  ]);
});

test('a query that leaves the address moves nothing', async () => {
  const { container } = open('/home?language=de#part');
  container.querySelector<HTMLElement>('#part')?.blur();
  await go('/home#part');
  expect(document.activeElement).toBe(document.body);
  expect(scrolledToPart).toHaveBeenCalledTimes(1);
});

test('the address names a part encoded, or as it is where the name cannot be decoded', async () => {
  open('/home');
  await go('/contact#f%C3%BCr-dich');
  expect(document.activeElement?.id).toBe('für-dich');
  await go('/home#100%');
  expect(document.activeElement?.id).toBe('100%');
});
