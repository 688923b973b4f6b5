/** @jest-environment node */
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { startLocalApi } from '../testing/local-api.ts';
import { TextReleases } from './text-releases.ts';

const api = await startLocalApi();
afterAll(api.stop);

const own = 'contact@c1,home@h2,shell@s1';
const deployed = 'contact@c1,home@h3,shell@s1';
let releases: TextReleases;
beforeEach(() => {
  releases = new TextReleases(own, '');
});

/**
 * Loads the texts while the server answers with these release keys in turn. @returns the queries it received
 */
async function load(...answered: (string | undefined)[]): Promise<string[]> {
  const asked: string[] = [];
  api.answer((response) => {
    asked.push(new URL(`http://api${api.seen.request?.url}`).search);
    const key = answered[asked.length - 1];
    response.writeHead(200, key ? { Releases: key } : {}).end('a: 1');
  });
  expect(await releases.load('/api/locales/en')).toBe('a: 1');
  return asked;
}

test('a page whose releases are live requests its texts once, without a query', async () => {
  expect(await load(own)).toEqual(['']);
});

test('after a deploy a page requests its texts again, from then on naming its releases that are not live', async () => {
  expect(await load(deployed, own)).toEqual(['', '?releases=home@h2']);
  expect(await load(own)).toEqual(['?releases=home@h2']);
});

test('after another deploy, a page names that release as well', async () => {
  await load(deployed, own);
  const more = 'contact@c2,home@h2,shell@s1';
  expect(await load(more, own)).toEqual(['?releases=home@h2', '?releases=contact@c1,home@h2']);
});

test('a page ignores a new section, and names the release of a retired one', async () => {
  expect(await load(`blog@b1,${own}`)).toEqual(['']);
  expect(await load('home@h2,shell@s1', own)).toEqual(['', '?releases=contact@c1']);
  expect(await load('home@h2,shell@s1')).toEqual(['?releases=contact@c1']);
});

test('however many releases are live, a page names only those that differ', async () => {
  const many = Array.from({ length: 100 }, (_, number) => `section-${number}@s`);
  releases = new TextReleases([...many, own].join(','), '');
  const now = [...many, deployed].join(',');
  expect(await load(now, [...many, own].join(','))).toEqual(['', '?releases=home@h2']);
});

test('when the store has lost its releases, a page uses the texts it gets', async () => {
  expect(await load(deployed, deployed)).toEqual(['', '?releases=home@h2']);
  expect(await load(deployed)).toEqual(['?releases=home@h2']);
});

test('an answer without the names of its releases is used as it is', async () => {
  expect(await load(undefined)).toEqual(['']);
});

test('texts whose request was pending when a section fell back are requested again', async () => {
  const asked = load(own, own);
  releases.replace('home', 'h1');
  expect(await asked).toEqual(['', '?releases=home@h1']);
});

test('a section that fell back requests the texts of the release before', async () => {
  releases.replace('home', 'h1');
  expect(await load('contact@c1,home@h1,shell@s1')).toEqual(['?releases=home@h1']);
});

test('a preview requests its release from the start, and after a deploy', async () => {
  releases = new TextReleases('contact@c1,home@h9,shell@s1', '?releases=home@h9');
  expect(await load('contact@c1,home@h9,shell@s1')).toEqual(['?releases=home@h9']);
  expect(await load('contact@c2,home@h9,shell@s1', 'contact@c1,home@h9,shell@s1')).toEqual([
    '?releases=home@h9',
    '?releases=contact@c1,home@h9',
  ]);
});
