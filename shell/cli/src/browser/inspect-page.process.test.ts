import { afterAll, expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { startedShellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { startBrowser } from './browser-session.ts';
import { capturePage, pathOfPage } from './inspect-page.ts';

const session = await startBrowser();
afterAll(async () => session[Symbol.asyncDispose]());

const own = pathOfPage({ entry: undefined });
const pageOf = (path: string) => ({
  path,
  title: { en: path },
  description: { en: '' },
});

test.each([
  ['itself', 'list.find(({ path }) => path === location.pathname).title.en', false],
  ['whether others have a title', 'list.every(({ title }) => title)', false],
  ['the title of another', 'list.at(-1).title.en', true],
])('a page that shows %s of its section is known', async (_what, shown, showsOthers) => {
  const store = await temporaryStore();
  const release = await addRelease(store, 'shell', {
    ...startedShellFiles,
    'pages.json': JSON.stringify([pageOf(own), pageOf('/other')]),
    'main.0a1b2c3d.mjs': `
      const list = await (await fetch(new URL('pages.json', import.meta.url))).json();
      const [main, heading] = ['main', 'h1'].map((tag) => document.createElement(tag));
      heading.textContent = ${shown};
      main.append(heading);
      root.append(main);
      document.documentElement.dataset.ready = '';
      globalThis.takePage({ html: root.innerHTML, css: '', stylesVersion: '6.0.0' });`,
  });
  const { current, find } = followLiveReleases(store, createLog('silent'));
  const set = await current();
  if (!set) throw new Error('There is no site.');
  const stage = { session, store, find, timeoutMs: 5000 };
  const captured = await capturePage(stage, { release, set, entry: undefined }, 'en');
  expect(captured).toMatchObject({ markup: { stylesVersion: '6.0.0' }, showsOthers });
});
