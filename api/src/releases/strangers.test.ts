import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { releaseFolder, sectionFolder } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySecret, makeFifo } from '@portfolio/test-support/secret.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();
const secret = laySecret(api.store);
await layRelease(api.store, 'contact', sectionFiles('contact', 'Contact'));

test('no file of the server is served, whatever links lie in a release', async () => {
  const { id } = await layRelease(api.store, 'contact', {
    ...sectionFiles('contact', 'Links'),
    'resources/a.svg': '<svg/>',
    'resources/b.svg': '<svg>b</svg>',
  });
  const folder = releaseFolder(api.store, 'contact', id);
  for (const [file, target] of [
    ['a.svg', secret],
    ['b.svg', '/dev/zero'],
  ]) {
    rmSync(path.join(folder, `resources/${file}`));
    symlinkSync(String(target), path.join(folder, `resources/${file}`));
    expect((await api.get(`/releases/contact/${id}/resources/${file}`)).status).toBe(404);
  }
  const logo = path.join(folder, 'resources/logo.svg');
  rmSync(logo);
  makeFifo(logo);
  const asked = Array.from({ length: 8 }, () =>
    api.get(`/releases/contact/${id}/resources/logo.svg`),
  );
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(404));
  expect((await api.get('/home')).status).toBe(200);
});

test('a file opened as a page of its own runs nothing', async () => {
  const { headers } = await api.get(`/releases/games/${api.releases.games?.id}/resources/logo.svg`);
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
});

test('the health says what is degraded, and is well as long as pages are served', async () => {
  expect(JSON.parse((await api.get('/healthz')).body).status).toBe('ok');
  const pointer = path.join(sectionFolder(api.store, 'contact'), 'live.json');
  const before = readFileSync(pointer);
  writeFileSync(pointer, '{');
  const { status, body } = await api.get('/healthz');
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({
    status: 'degraded',
    faults: ['contact: live.json is no list of ids of releases'],
  });
  expect((await api.get('/contact')).status).toBe(200);
  writeFileSync(pointer, before);
  expect(JSON.parse((await api.get('/healthz')).body).status).toBe('ok');
});
