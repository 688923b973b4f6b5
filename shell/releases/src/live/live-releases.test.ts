import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import pino from 'pino';
import type { Release } from '../release/release.ts';
import { releaseFolder, type Store } from '../store/store.ts';
import { followLiveReleases, type LiveReleases } from './live-releases.ts';

let store: Store;
let site: Record<string, Release>;
let live: LiveReleases;
beforeEach(async () => {
  store = await temporaryStore();
  site = await laySmallSite(store);
  live = followLiveReleases(store, createLog('silent'));
});

const idsOf = async (name: string) => (await live.fresh())?.sections[name]?.map(({ id }) => id);
const layHome = (title: string) => layRelease(store, 'home', sectionFiles('home', title));

test('an empty store has no site yet', async () => {
  const empty = followLiveReleases(await temporaryStore(), createLog('silent'));
  expect(await empty.fresh()).toBeUndefined();
});

test('the set names shell, pages and sections, and where they are', async () => {
  const set = await live.fresh();
  expect(set?.shell.id).toBe(site.shell?.id);
  expect(set?.pages.map((page) => page.path)).toEqual(['/home', '/games']);
  expect(Object.keys(set?.sections ?? {}).sort()).toEqual(['games', 'home']);
  expect(set?.shell.base).toBe(`/releases/shell/${site.shell?.id}/`);
});

test('a deploy is there with the next look, with the release before to fall back to', async () => {
  const key = (await live.fresh())?.key;
  const second = await layHome('Second');
  const third = await layHome('Third');
  expect(await idsOf('home')).toEqual([third.id, second.id]);
  expect((await live.fresh())?.key).not.toBe(key);
});

test('the set is the same object as long as nothing changes', async () => {
  expect(await live.fresh()).toBe(await live.fresh());
  expect(await live.cached()).toBe(await live.fresh());
});

test('a release that arrives after its pointer is live a second after it is there', async () => {
  const late = await layHome('Late');
  const folder = releaseFolder(store, 'home', late.id);
  await rename(folder, `${folder}.coming`);
  expect(await idsOf('home')).toEqual([site.home?.id]);
  await rename(`${folder}.coming`, folder);
  await until(async () => (await idsOf('home'))?.[0] === late.id, 'it is live');
  expect(await idsOf('home')).toEqual([late.id, site.home?.id]);
});

test('a release that cannot be read is told once, and not at every visit', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const told = followLiveReleases(store, log);
  await told.fresh();
  const broken = await layHome('Broken');
  await rm(releaseFolder(store, 'home', broken.id), { recursive: true });
  for (let visit = 0; visit < 3; visit += 1) await told.fresh();
  const [both, fault] = ['Live releases', 'Releases that should be live cannot be read'];
  expect(lines).toEqual([both, both, fault]);
});

test('a shell that cannot be read at first is live a second after it can', async () => {
  const file = path.join(releaseFolder(store, 'shell', String(site.shell?.id)), 'release.json');
  await rename(file, `${file}.coming`);
  expect(await live.fresh()).toBeUndefined();
  await rename(`${file}.coming`, file);
  await until(async () => (await live.fresh())?.shell.id === site.shell?.id, 'it is live');
});

test('a page that cannot stand where it says is left out, and the log says why', async () => {
  const lines: object[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const pageOf = (section: string, path: string) => ({ page: { ...defaultPage(section), path } });
  await layRelease(store, 'art', sectionFiles('art', 'Art'), pageOf('art', '/home'));
  await layRelease(store, 'bad', sectionFiles('bad', 'Bad'), pageOf('bad', '/api/bad'));
  const set = await followLiveReleases(store, log).fresh();
  expect(set?.pages.map(({ section }) => section)).toEqual(['home', 'games']);
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'Pages that are left out of the site',
      leftOut: [
        'art: another section is at /home',
        expect.stringMatching(/^bad: "page\.path" is "\/api\/bad"/),
      ],
    }),
  );
});

test('the page of a release is a part of what its id stands for', async () => {
  const files = sectionFiles('art', 'Art');
  const { id } = await layRelease(store, 'art', files);
  const page = { ...defaultPage('art'), order: 5 };
  expect((await layRelease(store, 'art', files, { page })).id).not.toBe(id);
});
