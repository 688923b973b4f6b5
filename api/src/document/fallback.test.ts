import { expect, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();
const before = api.releases.shell as Release;
const live = await addRelease(api.store, 'shell', {
  ...shellFiles,
  'main.0a1b2c3d.mjs': 'throw 1',
});

const entryOf = ({ id, entry }: Release) => `data-entry="/releases/shell/${id}/${entry}"`;
const without = ({ id }: Release) => `/home?without=shell@${id}`;

test('a request without the live shell gets the shell before, its texts, and no further fallback', async () => {
  const { status, body } = await api.get(without(live));
  expect(status).toBe(200);
  expect(body).toContain(entryOf(before));
  expect(body).not.toContain(`/releases/shell/${live.id}/`);
  expect(body).toContain(`,shell@${before.id}" crossorigin`);
  expect(body).toContain('noindex');
});

test('a section that needs the failed shell is replaced by its release before, with its texts', async () => {
  const { home } = api.releases as Record<'home', Release>;
  const newer = await addRelease(api.store, 'home', sectionFiles('home', 'Newer'), {
    requires: { other: '^1.0.0' },
  });
  expect((await api.get('/home')).body).toContain(`/releases/home/${newer.id}/`);
  const { body } = await api.get(without(live));
  expect(body).not.toContain(newer.id);
  expect(body).toContain(`home@${home.id},shell@${before.id}" crossorigin`);
});

test('a request without the shell before gets the live one, and no fallback', async () => {
  const { body } = await api.get(without(before));
  expect(body).toContain(entryOf(live));
  expect(body).not.toContain(`/releases/shell/${before.id}/`);
});

test('a preview of a shell has no fallback, so that its failure is visible', async () => {
  const { body } = await api.get(`/home?preview=shell@${before.id}`);
  expect(body).toContain(entryOf(before));
  expect(body).not.toContain(`/releases/shell/${live.id}/`);
});
