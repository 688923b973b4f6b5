import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { defaultPage } from '@portfolio/contract/pages.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { describeRelease } from '@portfolio/test-support/statements.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import pino from 'pino';
import type { Release } from '../release/release.ts';
import { releaseFolder, type Store } from '../store/store.ts';
import { coalesce, followLiveReleases, type LiveReleases } from './live-releases.ts';

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

/** A thing that is looked at, slowly, and how often it was. */
function slowThing() {
  const thing = { value: 1, looks: 0, finish: () => {} };
  const look = coalesce(async () => {
    thing.looks += 1;
    const seen = thing.value;
    await new Promise<void>((resolve) => {
      thing.finish = resolve;
    });
    return seen;
  });
  return { thing, look };
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

test('everybody who asks at once is served by one look', async () => {
  const { thing, look } = slowThing();
  const all = Promise.all(Array.from({ length: 32 }, look));
  await aTurn();
  thing.finish();
  expect(new Set(await all)).toEqual(new Set([1]));
  expect(thing.looks).toBe(1);
});

test('who asks after a look began is not served by it, but by the next', async () => {
  const { thing, look } = slowThing();
  const first = look();
  await aTurn();
  thing.value = 2;
  const later = [look(), look()];
  thing.finish();
  expect(await first).toBe(1);
  await aTurn();
  thing.finish();
  expect(await Promise.all(later)).toEqual([2, 2]);
  expect(thing.looks).toBe(2);
});

test('a look that fails is the failure of those who waited for it alone', async () => {
  let looks = 0;
  const look = coalesce(async () => {
    looks += 1;
    if (looks === 1) throw new Error('not there');
    return looks;
  });
  await expect(look()).rejects.toThrow('not there');
  expect(await look()).toBe(2);
});

test('however many old releases of a section somebody asks for, its live one does not wait for them', async () => {
  const store = await temporaryStore();
  const { home } = await laySmallSite(store);
  const live = followLiveReleases(store, createLog('silent'));
  const lines = Array.from({ length: 400 }, (_, at) => `  text${at}: "${'a'.repeat(60)}"`);
  const languages = ['fr', 'it', 'es', 'pt', 'nl', 'da', 'sv'];
  const old = ['One', 'Two', 'Three'].map((title) => {
    const texts = ['home:', `  title: "${title}"`, ...lines].join('\n');
    const files = languages.map((language) => [`locales/${language}.yaml`, texts]);
    return describeRelease('home', { 'main.mjs': title, ...Object.fromEntries(files) });
  });
  for (const { release, contents } of old) {
    const folder = releaseFolder(store, 'home', release.id);
    await mkdir(path.join(folder, 'locales'), { recursive: true });
    await writeFile(path.join(folder, 'release.json'), JSON.stringify(release));
    for (const [file, content] of contents) await writeFile(path.join(folder, file), content);
  }
  let found = 0;
  // The texts of three are more than the share of a section in a second.
  for (const { release } of old) void live.find(release).then(() => (found += 1));
  expect((await live.fresh())?.sections.home?.map(({ id }) => id)).toEqual([home?.id]);
  expect(found).toBeLessThan(old.length);
  await until(() => found === old.length, 'all are found');
});
