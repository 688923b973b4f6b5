import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import type { SectionLoader } from '../federation/section-loader.ts';

const pages = ['home', 'portfolio', 'contact'].map((section) => ({ section, path: `/${section}` }));
document.body.innerHTML = `<script type="application/json" id="live-releases">${JSON.stringify({ pages, sections: {} })}</script>`;

const loading = new Map<string, PromiseWithResolvers<void>>();
const forgetFailure = jest.fn<SectionLoader['forgetFailure']>();
jest.unstable_mockModule('../federation/section-loader.ts', () => ({
  sectionLoader: { forgetFailure, isSettled: (section: string) => !loading.has(section) },
}));
// Records the types of transitions.
const addTransitionType = jest.fn();
const react = await import('react');
jest.unstable_mockModule('react', () => ({ ...react, default: react, addTransitionType }));
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
const { useVisiblePage } = await import('./visible-page.ts');

let navigate: ReturnType<typeof useNavigate>;

function Page({ section }: { section: string }) {
  const { promise } = loading.get(section) ?? {};
  if (promise) use(promise);
  return <h1>{section}</h1>;
}

function Site() {
  navigate = useNavigate();
  const [{ location, isHistory }, isPending] = useVisiblePage();
  return (
    <main data-pending={isPending} data-history={isHistory}>
      <Suspense>
        <Page section={location.pathname.slice(1)} />
      </Suspense>
    </main>
  );
}

beforeEach(() => {
  loading.clear();
  addTransitionType.mockClear();
  render(
    <MemoryRouter initialEntries={['/home']}>
      <Site />
    </MemoryRouter>,
  );
});
const visible = () => screen.getByRole('heading').textContent;
const state = () => ({ ...screen.getByRole('main').dataset });
const go = (to: string | number) =>
  act(async () => void (typeof to === 'number' ? navigate(to) : navigate(to)));

test('a page whose section is loaded is shown at once, in the direction of its tab', async () => {
  expect(visible()).toBe('home');
  await go('/portfolio');
  expect(visible()).toBe('portfolio');
  expect(state()).toEqual({ pending: 'false', history: 'false' });
  await go('/home');
  expect(addTransitionType.mock.calls).toEqual([['forward'], ['back']]);
});

test('the previous page stays until the section is loaded, and is marked as pending', async () => {
  const late = Promise.withResolvers<void>();
  loading.set('contact', late);
  await go('/contact');
  expect(visible()).toBe('home');
  expect(state()).toMatchObject({ pending: 'true' });
  await act(async () => late.resolve());
  expect(visible()).toBe('contact');
  expect(state()).toMatchObject({ pending: 'false' });
});

test('a visitor who chooses another page meanwhile gets that page', async () => {
  loading.set('contact', Promise.withResolvers());
  await go('/contact');
  await go('/portfolio');
  expect(visible()).toBe('portfolio');
  expect(state()).toMatchObject({ pending: 'false' });
});

test('Back has no transition, so that the browser restores the scroll position', async () => {
  await go('/contact');
  addTransitionType.mockClear();
  await go(-1);
  expect(visible()).toBe('home');
  expect(state()).toMatchObject({ history: 'true' });
  expect(addTransitionType).not.toHaveBeenCalled();
});

test('a navigation forgets the failure of its section', async () => {
  forgetFailure.mockClear();
  await go('/portfolio');
  expect(forgetFailure.mock.calls).toEqual([['portfolio']]);
});
