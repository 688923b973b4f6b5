import { afterEach, expect, test } from '@jest/globals';
import { readKnownAllowances } from '@portfolio/releases/access/allowances.ts';
import { allow } from '@portfolio/releases/access/index.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { type SmallApi, startSmallApi } from '@portfolio/test-support/start-api.ts';

const service = 'https://api.example.com';
const player = 'https://player.example';
const asked = { connect: [service], frame: [player] };
const all = { grants: [`connect=${service}`, `frame=${player}`] };

let api: SmallApi;
afterEach(() => api.stop());

/** The small site with a blog that asks for both. */
async function startWithBlog() {
  api = await startSmallApi();
  return layRelease(api.store, 'blog', sectionFiles('blog', 'Blog'), { origins: asked });
}

async function policyAt(path: string): Promise<string> {
  const { headers } = await api.get(path);
  return String(headers['content-security-policy']);
}

test('only the pages of a section have what it was granted in their policy', async () => {
  await startWithBlog();
  await allow(api.store, 'blog', all);
  for (const path of ['/blog', '/blog/', '/blog/unknown']) {
    expect(await policyAt(path)).toContain(`connect-src 'self' ${service};`);
    expect(await policyAt(path)).toContain(`frame-src ${player}`);
  }
  for (const path of ['/', '/home', '/games', '/blogs', '/unknown'])
    expect(await policyAt(path)).not.toMatch(/example|frame-src/);
});

test('a frame gets no camera, and no other page of the site a hold of the window', async () => {
  await startWithBlog();
  await allow(api.store, 'blog', all);
  expect((await api.get('/blog')).headers['permissions-policy']).toContain('camera=()');
  const { headers } = await api.get('/home');
  expect(headers).not.toHaveProperty('permissions-policy');
  const opener = 'cross-origin-opener-policy';
  expect((await api.get('/blog')).headers[opener]).not.toBe(headers[opener]);
});

test('a folder grants nothing, and what is taken back ends with the next document', async () => {
  await startWithBlog();
  expect(await policyAt('/blog')).not.toContain('example');
  await allow(api.store, 'blog', all);
  expect(await policyAt('/blog')).toContain(service);
  await allow(api.store, 'blog', { grants: ['none', `frame=${player}`] });
  expect(await policyAt('/blog')).toContain("connect-src 'self';");
  expect(await policyAt('/blog')).toContain(`frame-src ${player}`);
  await allow(api.store, 'games', all);
  expect(await policyAt('/games')).not.toContain('example');
});

test('a document runs the scripts of its own policy alone', async () => {
  const blog = await startWithBlog();
  await allow(api.store, 'blog', all);
  const { home, games, shell } = api.releases;
  const of = (release: { name: string; id: string } | undefined) =>
    `/releases/${release?.name}/${release?.id}/`;
  const hashesAt = async (path: string) => {
    const { body } = await api.get(path);
    const [, map = ''] = /<script type="importmap"[^>]*>(.*?)<\/script>/s.exec(body) ?? [];
    return Object.keys(JSON.parse(map).integrity).map((file) => file.replace(/[^/]+$/, ''));
  };
  expect(await hashesAt('/blog')).toEqual([of(shell), of(blog)]);
  expect(await hashesAt('/home')).toEqual([of(shell), of(games), of(home)]);
});

test('documents of a site without such a section are the same to the byte', async () => {
  api = await startSmallApi();
  const before = await api.get('/home');
  await allow(api.store, 'games', all);
  const after = await api.get('/home');
  expect(after.body).toBe(before.body);
  expect(after.body).not.toContain('pushState');
  expect(after.headers).toMatchObject({ etag: before.headers.etag });
});

test('a database that is away takes nothing from the pages', async () => {
  await startWithBlog();
  await allow(api.store, 'blog', all);
  expect(await readKnownAllowances(api.store)).toMatchObject({ blog: { origins: asked } });
  const { ledger } = api.store;
  if (!ledger) throw new Error('The store has no ledger.');
  const { run, stamp } = ledger;
  Object.assign(ledger, { run: () => Promise.reject(new Error('away')), stamp: () => -1 });
  expect(await policyAt('/blog')).toContain(service);
  Object.assign(ledger, { run, stamp });
});
