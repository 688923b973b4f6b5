import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { addSmallSite, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { followLiveReleases } from '../live/follow-live-releases.ts';
import type { LiveSet } from '../live/live-set.ts';
import { readLiveOf } from '../store/release-rows.ts';
import { factsOf, type KnownFacts, readFacts, writeFacts } from './site-facts.ts';

const store = await temporaryStore();
const first = await addSmallSite(store);
const home = await addRelease(store, 'home', sectionFiles('home', 'Second'));
const set = await followLiveReleases(store, { info() {}, error() {} }).current();
const answer = JSON.stringify(await factsOf(store, set as LiveSet));

test('a team gets what it needs to check against the site, and nothing about the builds', () => {
  const { shell, games } = first;
  expect(JSON.parse(answer)).toMatchObject({
    live: { home: home.id, games: games?.id, shell: shell?.id },
    routes: { games: '/games' },
    documents: { [`${shell?.id}`]: shellFiles['document.html'] },
  });
  expect(answer).not.toMatch(/createdAt|"commit"/);
});

test('an empty store that gets the facts has the same releases live', async () => {
  const copy = await temporaryStore();
  await writeFacts(copy, readFacts(JSON.parse(answer)) as KnownFacts);
  expect(readLiveOf(copy, 'home').ids).toEqual([home.id, first.home?.id]);
});

test('a release that is not what its id and its name say is left out', () => {
  const forged = JSON.parse(answer);
  forged.releases.home[0].entry = 'locales/en.yaml';
  forged.releases.blog = forged.releases.games;
  const facts = readFacts(forged);
  expect(facts?.releases.get('home')?.map(({ id }) => id)).toEqual([first.home?.id]);
  expect(facts?.releases.get('blog')).toEqual([]);
  expect(facts?.live.get('home')).toBe(home.id);
});

const names = Array.from({ length: 201 }, (_, at) => [`a${at}`, []]);

test.each([
  ['no facts', { releases: undefined }],
  ['three releases of a name', { releases: { home: [{}, {}, {}] } }],
  ['201 names', { releases: Object.fromEntries(names) }],
  ['a name that is a path', { live: { '../x': '0123456789ab' } }],
  ['a template without end', { documents: { s: 'x'.repeat(1_000_001) } }],
])('an answer with %s is none of a site', (_what, wrong) => {
  expect(readFacts({ ...JSON.parse(answer), ...wrong })).toBeUndefined();
});
