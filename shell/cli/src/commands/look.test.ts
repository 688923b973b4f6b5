import { expect, test } from '@jest/globals';
import type { Store } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { homePage, sectionFiles, startedShellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { lookAt } from './look.ts';

/** Shows the words of the live section on its page, as the real one shows its component. */
const smallShell = `
const { sections } = JSON.parse(document.getElementById('live-releases').textContent);
const isHome = location.pathname === '/home';
const { words } = isHome ? await import(sections.home[0].entry) : { words: 'Nowhere' };
const [main, heading] = ['main', 'h1'].map((name) => document.createElement(name));
heading.textContent = words;
main.append(heading);
document.getElementById('root').append(main);
document.documentElement.dataset.ready = '';
`;

const good = 'export const words = "Hello";';
const hanging = [
  ['a section that never settles', 'export const words = await new Promise(() => {});'],
  ['a script without an end', 'for (;;); export const words = "";'],
] as const;

/** As long as needed by a machine that has much to do, except what only a page that hangs waits for. */
const times = { pageMs: 3000, allMs: 100_000, say: () => {} };

const layShell = (store: Store, more = '') =>
  layRelease(store, 'shell', { ...startedShellFiles, 'main.0a1b2c3d.mjs': smallShell + more });

/** Two releases of home, the second of them live in a small shell. */
async function layHomes(before: string, after: string) {
  const store = await temporaryStore();
  await layShell(store);
  const lay = (script: string) => {
    const files = { ...sectionFiles('home', 'Home'), 'remoteEntry.11aa22bb.mjs': script };
    return layRelease(store, 'home', files, { page: homePage });
  };
  return { store, before: await lay(before), live: await lay(after) };
}

test('a release that throws, and the one before does not, is seen to be at fault', async () => {
  const { store, before, live } = await layHomes(good, 'throw new Error("It is broken.");');
  expect(await lookAt(store, live, before, times)).toEqual({
    faults: ['Error: It is broken.'],
    why: 'it fails in a browser',
  });
});

test.each(hanging)('%s proves nothing: a machine may be slow', async (_what, script) => {
  const { store, before, live } = await layHomes(good, script);
  expect(await lookAt(store, live, before, times)).toEqual({
    faults: [],
    why: expect.stringMatching(/^a browser proves nothing: it hangs, or is slow only: \/home /),
  });
});

test('what the release before does as well proves nothing', async () => {
  const broken = (words: string) => `throw new Error("${words}");`;
  const { store, before, live } = await layHomes(broken('Pig'), broken('Gem'));
  expect(await lookAt(store, live, before, times)).toEqual({
    faults: [],
    why: 'a browser proves nothing: the release before fails here as well: Error: Pig',
  });
});

test('a shell is looked at without any section, so none takes it down', async () => {
  const { store } = await layHomes(good, 'throw new Error("It is broken.");');
  const [before, live] = [await layShell(store, ';'), await layShell(store, ';;')];
  expect(await lookAt(store, live, before, times)).toEqual({
    faults: [],
    why: 'in a browser it opens',
  });
});

test('a look that does not end is ended, its browser too', async () => {
  const { store, before, live } = await layHomes(good, hanging[1][1]);
  const sight = await lookAt(store, live, before, { ...times, allMs: 1500 });
  expect(sight).toEqual({
    faults: [],
    why: 'a browser proves nothing: the look did not end',
  });
});
