import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ReleaseMap, SectionRelease } from '@portfolio/contract/rendering.ts';
import { answerCalls } from '@portfolio/kit/testing';
import type { ComponentType } from 'react';
import type { openRemote } from './container.ts';

const [live, before] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const releaseOf = (section: string, id: string): SectionRelease => ({
  id,
  entry: `/${section}/${id}.mjs`,
  base: `http://localhost/${section}/${id}/`,
});
const usual = { order: 1, label: '', icon: 'star' };
const entryOf = (section: string) => ({ ...usual, section, path: `/${section}` });
const map: ReleaseMap = {
  key: `blog@${live},home@${live},shell@${live}`,
  shell: '/shell/',
  pages: [entryOf('home'), entryOf('blog')],
  sections: {
    home: [releaseOf('home', live), releaseOf('home', before)],
    blog: [{ ...releaseOf('blog', live), hasPages: true }],
  },
};

document.body.innerHTML = `<script type="application/json" id="live-releases">${JSON.stringify(map)}</script>`;
const [open, shareScope] = [jest.fn<typeof openRemote>(), { react: {} }];
jest.unstable_mockModule('./container.ts', () => ({ openRemote: open, shareScope }));
await import('./report-errors.ts');
const { importScript, startImports } = await import('./import-script.ts');
const { navigationEntryAt, SectionLoader, ...page } = await import('./section-loader.ts');

const [report, reload] = [jest.fn(), jest.fn()];
Object.assign(globalThis, { visitor: { report, reload } });

const Live: ComponentType = () => null;
const Before: ComponentType = () => null;
let sectionLoader: InstanceType<typeof SectionLoader>;

beforeEach(() => {
  sectionLoader = new SectionLoader();
  open.mockReset();
  report.mockReset();
  open.mockImplementation(async (entry) => (entry.includes(live) ? Live : Before));
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const failing = (...ids: string[]) =>
  open.mockImplementation(async (entry) => {
    if (ids.some((id) => entry.includes(id))) throw new SyntaxError(`mud in ${entry}`);
    return entry.includes(live) ? Live : Before;
  });
const opened = () => open.mock.calls.map(([entry]) => entry);

test('a path belongs to the entry of the navigation that it is at or below', () => {
  expect(navigationEntryAt('/home/')?.section).toBe('home');
  expect(navigationEntryAt('/%68ome')?.section).toBe('home');
  expect(navigationEntryAt('/blog/a-post')?.section).toBe('blog');
  // Home has no pages below its own.
  expect(navigationEntryAt('/home/a-post')).toBeUndefined();
  expect(navigationEntryAt('/nothing')).toBeUndefined();
});

test('a section is loaded once, from its live release', async () => {
  const loading = sectionLoader.load('home');
  expect(sectionLoader.load('home')).toBe(loading);
  expect(sectionLoader.loaded('home')).toBeUndefined();
  const section = await loading;
  expect(section).toMatchObject({ Page: Live, release: { id: live } });
  expect(opened()).toEqual([`/home/${live}.mjs`]);
});

test('when the live release fails, the one before is opened, and the failure is reported', async () => {
  failing(live);
  expect(await sectionLoader.load('home')).toMatchObject({ Page: Before, release: { id: before } });
  expect(sectionLoader.loaded('home')?.release.id).toBe(before);
  const cause = sectionLoader.failures.get(`home@${live}`);
  expect(cause).toBeInstanceOf(SyntaxError);
  expect(report.mock.calls).toEqual([[`home@${live}`, true, cause]]);
  expect(console.warn).toHaveBeenCalledWith(`Release home@${live} failed`, cause);
});

test('a section without a working release has failed, and is loaded again once its failure is forgotten', async () => {
  failing(live, before);
  expect(await sectionLoader.load('home')).toBeNull();
  failing();
  expect(await sectionLoader.load('home')).toBeNull();
  sectionLoader.forgetFailure('home');
  expect(await sectionLoader.load('home')).toMatchObject({ Page: Live });
  // A loaded section stays loaded.
  sectionLoader.forgetFailure('home');
  expect(sectionLoader.loaded('home')).toMatchObject({ Page: Live });
});

test('a release that replaces another stays until it throws', async () => {
  await sectionLoader.load('home');
  const opened = await sectionLoader.openRelease('home', releaseOf('home', before));
  sectionLoader.put('home', opened);
  expect(await sectionLoader.load('home')).toMatchObject({ Page: Before, release: { id: before } });
  sectionLoader.markFailed('home', `home@${before}`, new Error('mud'));
  expect(await sectionLoader.load('home')).toMatchObject({ Page: Live });
});

test('when a release is late, the one before is loaded too, the first to load is used, and none has failed', async () => {
  const late = Promise.withResolvers<ComponentType>();
  open.mockImplementation(async (entry) => (entry.includes(live) ? late.promise : Before));
  const loading = sectionLoader.load('home');
  await jest.advanceTimersByTimeAsync(2999);
  expect(opened()).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await loading).toMatchObject({ Page: Before });
  late.resolve(Live);
  expect(await sectionLoader.load('home')).toMatchObject({ Page: Before });
});

test('the pages below a section are known once the section is loaded', async () => {
  const words = { title: { en: 'A post' }, description: { en: 'Of pigs' } };
  const body = JSON.stringify([{ path: '/blog/a-post', ...words }]);
  answerCalls(() => ({ type: 'application/json', body }));
  expect(sectionLoader.pageAt('/blog')?.section).toBe('blog');
  expect(sectionLoader.pageAt('/blog/a-post')).toBeUndefined();
  await sectionLoader.load('blog');
  expect(sectionLoader.pageAt('/blog/a-post')).toMatchObject({ section: 'blog', ...words });
  expect(sectionLoader.pageAt('/blog/another')).toBeUndefined();
});

test.each([
  ['pages.json lists an incomplete page', Live, '[{ "path": "/blog/a-post" }]'],
  ['The release exposes no page', undefined, '[]'],
])('a release fails: %s', async (cause, page, body) => {
  open.mockResolvedValue(page);
  answerCalls(() => ({ type: 'application/json', body }));
  expect(await sectionLoader.load('blog')).toBeNull();
  expect(sectionLoader.failures.get(`blog@${live}`)).toEqual(new Error(cause));
});

const thrownIn = (...places: string[]) =>
  Object.assign(new TypeError('ada@example.org'), {
    stack: places.map((place) => `at http://x/releases/${place}/x.mjs:1:2`).join('\n'),
  });
const throwOut = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error }));

test('an error outside of rendering is one of the section that threw it, and is reported once', () => {
  const error = thrownIn(`shell/${live}`, `home/${live}`, `home/${before}`);
  for (const _turn of [1, 2]) throwOut(error);
  const reason = thrownIn(`home/${before}`);
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  expect(report.mock.calls).toEqual([
    [`home@${live}`, false, error],
    [`home@${before}`, false, reason],
  ]);
});

test.each([
  ['the shell', thrownIn(`shell/${live}`)],
  ['an extension', Object.assign(new Error(), { stack: 'at chrome-extension://x/y.js:1:2' })],
  ['somebody who throws words', 'oink'],
])("an error of %s is no section's", (_who, error) => {
  throwOut(error);
  expect(report).not.toHaveBeenCalled();
});

test('a script that throws a TypeError was there, and is not requested again', async () => {
  const importing = importScript('data:text/javascript,throw new TypeError("no mud")');
  await expect(importing).rejects.toThrow('no mud');
});

test('only scripts of releases are trusted', () => {
  type Rules = { createScriptURL(address: string): string | null };
  const createPolicy = jest.fn((_name: string, { createScriptURL }: Rules) => {
    const script = `http://localhost/releases/home/${live}/page.0a-b.mjs`;
    const others = [`${script}?a`, `https://a.example/${script}`, script.replace('releases', 'x')];
    expect([script, ...others].map(createScriptURL)).toEqual([script, null, null, null]);
  });
  Object.assign(globalThis, { trustedTypes: { createPolicy } });
  startImports();
  expect(createPolicy).toHaveBeenCalledWith('default', expect.anything());
});

test('a page in development tells the DevTools of Module Federation what it consists of', async () => {
  await import('../development.ts');
  const { moduleInfo, __INSTANCES__: instances } = globalThis.__FEDERATION__;
  const manifestOf = (name: string) => `http://localhost/${name}/${live}/mf-manifest.json`;
  const [home, blog] = [manifestOf('home'), manifestOf('blog')];
  const remotesInfo = { home: { matchedVersion: home }, blog: { matchedVersion: blog } };
  expect(moduleInfo).toEqual({
    shell: { version: map.key, remoteEntry: '', remotesInfo },
    [`home:${home}`]: { version: home, remoteEntry: home },
    [`blog:${blog}`]: { version: blog, remoteEntry: blog },
  });
  const [instance] = instances;
  expect(instance?.options.remotes).toMatchObject([{ entry: home }, { entry: blog }]);
  expect([instance?.name, instance?.shareScopeMap.default]).toEqual(['shell', shareScope]);
});

test('a page in development is loaded again for a text, and after a failure for any change', () => {
  const changes = ['webpackInvalid', 'webpackProgress', 'webpackInvalid', 'webpackOk'];
  const reloads = changes.map((type) => {
    dispatchEvent(new MessageEvent('message', { data: { type } }));
    if (reload.mock.calls.length === 1) page.sectionLoader.failures.set(`home@${live}`, 'mud');
    return reload.mock.calls.length;
  });
  expect(reloads).toEqual([0, 1, 2, 2]);
});
