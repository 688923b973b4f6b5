import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { defaultPage, faultOfPage } from '@portfolio/contract/pages.ts';
import { layoutsOf } from '@portfolio/releases/store/prerendered-pages.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { shellThat } from '@portfolio/test-support/shell-that.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { startBrowser } from './browser-session.ts';
import { pathOfPage } from './inspect-page.ts';
import { inspectDeployed, prerenderPages } from './prerender-pages.ts';

const session = await startBrowser();
afterAll(async () => session[Symbol.asyncDispose]());
let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
});

/** Prerenders a shell whose app runs this code. @returns the reported lines, and the stored layouts */
async function prerender(does: string, openPages = prerenderPages) {
  const release = await shellThat(store, does);
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const refusal = { begin: 'It is refused', link: 'the preview' };
  await openPages(session, store, {
    deployed: release,
    report,
    warn: report,
    refusal,
  });
  return { lines, kept: layoutsOf(store, release) };
}

test('a page that its app hydrates is stored, and is not made again', async () => {
  const first = await prerender('');
  expect(first.kept).toHaveLength(1);
  expect(first.lines).toEqual([expect.stringMatching(/^Prerendered shell@\w{12} under shell@/)]);
  expect(await prerender('')).toEqual({ ...first, lines: [] });
});

test('no section can be where the page for unknown paths is made', () => {
  const page = { ...defaultPage('pig'), path: pathOfPage({ entry: undefined }) };
  expect(faultOfPage('pig', page)).toContain('a path is like /blog');
});

test('an inspection opens a release, but stores no page', async () => {
  expect(await prerender('', inspectDeployed)).toEqual({ lines: [], kept: [] });
  await expect(prerender("throw new Error('mud')", inspectDeployed)).rejects.toThrow('Error: mud');
});

test('what a page throws reaches the terminal without control characters', async () => {
  await shellThat(store, "throw new Error('\\x1b[31mmud')");
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const refusal = { begin: '', link: '' };
  await prerenderPages(session, store, { report, warn: report, refusal });
  expect(lines.at(-1)).toMatch(/: Error: \ufffd\[31mmud$/);
});

test('exceptions and logged errors of the app refuse it, with a link to its preview', async () => {
  const app = `console.error('no such pig'); setTimeout(() => { throw new Error('mud') });
    await new Promise((resolve) => setTimeout(resolve, 50));`;
  await expect(prerender(app)).rejects.toThrow(
    'It is refused: in a browser it fails.\n  - no such pig\n  - Error: mud\nSee for yourself: the preview',
  );
});

test('a page that goes on to another one is refused, with both paths', async () => {
  await expect(prerender("history.replaceState(null, '', '/mud');")).rejects.toThrow(
    '/not_found goes on to /mud by itself, so it is no page that can be sent: take it out of pages.yaml',
  );
});

test('a page that differs from its markup is refused, and the message says what it must not depend on', async () => {
  await expect(prerender("if (isHydrating) console.error('made anew');")).rejects.toThrow(
    /^It is refused: its page cannot be sent within the document\.\n {2}- made anew\n.*not depend on the window/,
  );
});

test('a file that is answered with an error is the only reported fault', async () => {
  const app = "await fetch(new URL('post.json', import.meta.url)); console.error('no styles');";
  await expect(prerender(app)).rejects.toThrow(
    /in a browser it fails\.\n {2}- \/releases\/shell\/\w{12}\/post\.json answers 404\nSee/,
  );
});

test('a script that fills a style element with text is named, with a way out', async () => {
  const app = `document.head.append(Object.assign(document.createElement('style'), { textContent: 'a{}' }));`;
  await expect(prerender(app)).rejects.toThrow(
    /in a browser it fails\.\n {2}- main\.0a1b2c3d\.mjs:\d+:\d+ fills a <style> with text.*Import the styles as CSS/,
  );
});
