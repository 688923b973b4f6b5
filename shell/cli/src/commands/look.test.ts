import { expect, jest, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { homePage, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { chromium } from 'playwright';
import { browserOptions } from '../browser/find-browser.ts';
import { hangsBeside, type Patience } from '../browser/hangs-beside.ts';
import { lookAt } from './look.ts';

// A browser on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(120_000);

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
const goodAfter = (ms: number) =>
  `export const words = await new Promise((resolve) => setTimeout(resolve, ${ms}, "Hello"));`;
const hanging = [
  ['a section that never settles', 'export const words = await new Promise(() => {});'],
  ['a script without an end', 'for (;;); export const words = "";'],
] as const;

/** As long as needed by a machine that has much to do, except what only a page that hangs waits for. */
const times = { pageMs: 3000, leastMs: 500, otherMs: 20_000, allMs: 100_000 };

/** Two releases of home, the second of them live in a small shell. */
async function layHomes(before: string, after: string) {
  const store = await temporaryStore();
  await layRelease(store, 'shell', { ...shellFiles, 'main.0a1b2c3d.mjs': smallShell });
  const lay = (script: string) => {
    const files = { ...sectionFiles('home', 'Home'), 'remoteEntry.11aa22bb.mjs': script };
    return layRelease(store, 'home', files, { page: homePage });
  };
  return { store, before: await lay(before), live: await lay(after) };
}

test.each(hanging)('%s is seen to hang beside the release before', async (_what, script) => {
  const { store, before, live } = await layHomes(good, script);
  expect(await lookAt(store, live, before, times)).toEqual({
    saw: 'faults',
    faults: expect.arrayContaining([expect.stringContaining('twice beside the release before')]),
  });
});

test('a release that is only late is none that hangs', async () => {
  const { store, before, live } = await layHomes(good, goodAfter(900));
  const sight = await lookAt(store, live, before, { ...times, pageMs: 300, leastMs: 20_000 });
  expect(sight.saw).not.toBe('faults');
});

test('where the release before is as slow, nothing is proved', async () => {
  const { store, before, live } = await layHomes(goodAfter(900), goodAfter(901));
  expect((await lookAt(store, live, before, { ...times, pageMs: 300 })).saw).not.toBe('faults');
  expect(await hangs(store, live, before, { leastMs: 100, otherMs: 300 })).toBe(false);
});

test('on a slow machine a release may take twice as long as the one before', async () => {
  const { store, before, live } = await layHomes(goodAfter(450), goodAfter(900));
  expect(await hangs(store, live, before, { leastMs: 100, otherMs: 20_000 })).toBe(false);
});

test('a shell is looked at without any section, so none takes it down', async () => {
  const { store } = await layHomes(good, 'throw new Error("It is broken.");');
  const [before, live] = [
    await layRelease(store, 'shell', { ...shellFiles, 'main.0a1b2c3d.mjs': `${smallShell};` }),
    await layRelease(store, 'shell', { ...shellFiles, 'main.0a1b2c3d.mjs': `${smallShell};;` }),
  ];
  expect(await lookAt(store, live, before, times)).toEqual({ saw: 'nothing' });
});

test('a look that does not end is ended, its browser too', async () => {
  const { store, before, live } = await layHomes(good, hanging[1][1]);
  const sight = await lookAt(store, live, before, { ...times, allMs: 1500 });
  expect(sight).toEqual({ saw: 'unclear', why: 'the look did not end' });
});

async function hangs(store: Store, live: Release, before: Release, patience: Patience) {
  const browser = await chromium.launch(browserOptions());
  try {
    return await hangsBeside(browser, store, [live, before], patience);
  } finally {
    await browser.close();
  }
}
