import { expect, test } from '@jest/globals';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { serve } from '@portfolio/test-support/serve.ts';
import { addSmallSite } from '@portfolio/test-support/small-site.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import {
  temporaryFolder,
  temporaryStore,
  writeFiles,
} from '@portfolio/test-support/temporary-store.ts';
import express from 'express';
import { answerWorkers, refuseOtherHosts, withDevServers } from './dev-servers.ts';

test("a worker's script comes from its own development server alone, and to the site alone", async () => {
  const secret = await serve((_request, response) => response.end('secret'));
  const base = await serve(({ url }, response) =>
    response.writeHead(url === '/301.mjs' ? 200 : 404).end('worker'),
  );
  const home = { base, folder: '', entry: '' };
  const site = await serve(express().get('/:name/:file', answerWorkers({ home })));
  const own = await fetch(`${site}home/301.mjs`);
  const policy = own.headers.get('Cross-Origin-Resource-Policy');
  expect([await own.text(), policy]).toEqual(['worker', 'same-origin']);
  for (const file of [secret, secret.slice('http:'.length), '..', 'other.mjs'])
    expect((await fetch(`${site}home/${encodeURIComponent(file)}`)).status).toBe(404);
});

test('while the site is developed, every other name of a host is refused', async () => {
  const app = express();
  const site = await serve(app);
  app.use(refuseOtherHosts(new URL(site)), (_request, response) => void response.end('own'));
  const said = async (address: string) => (await fetch(address)).text();
  const sentence = `While the site is developed, open ${new URL(site).origin}`;
  const other = site.replace('127.0.0.1', 'localhost');
  expect([await said(site), await said(other)]).toEqual(['own', sentence]);
});

const pages = [{ path: '/home/new', title: { en: 'New' }, description: { en: 'It is new' } }];

/** The sources of a section, and a development server that has built its pages and texts. */
async function develop() {
  const texts = 'home: { title: Typed }';
  const base = await serve(({ url }, response) =>
    response.end(url === '/locales/en.yaml' ? texts : JSON.stringify(pages)),
  );
  const folder = temporaryFolder();
  await writeFiles(folder, { 'locales/en.yaml': 'home: { title: Typ' });
  return { folder, base, entry: 'remoteEntry.mjs' };
}

async function openSite() {
  const store = await temporaryStore();
  const live = await followLiveReleases(store, { info() {}, error() {} });
  stopLater({ stop: live.close });
  return { store, live };
}

test('sources stand in the place of their release, with the texts of the last build', async () => {
  const { store, live } = await openSite();
  const { games, shell } = await addSmallSite(store);
  const server = await develop();
  const set = await withDevServers(live, { home: server }).current();
  const made = { name: 'home', id: 'development', createdAt: expect.any(String), commit: '' };
  const rest = { files: {}, requires: {}, compressed: new Set(), read: expect.any(Function) };
  const texts = { en: { home: { title: 'Typed' } } };
  expect(set?.sections.home).toEqual([{ ...server, ...made, ...rest, pages, texts }]);
  const ids = [set?.sections.games?.[0]?.id, set?.shell.id, set?.key];
  expect(ids).toEqual([games?.id, shell?.id, 'development']);
  expect(set?.texts.get('en')?.home).toEqual({ title: 'Typed' });
});

test('without a shell, developed or live, there is no site', async () => {
  const { live } = await openSite();
  const server = await develop();
  expect(await withDevServers(live, { home: server }).current()).toBeUndefined();
  const alone = await withDevServers(live, { shell: server }).current();
  expect([alone?.shell.id, alone?.shell.pages]).toEqual(['development', undefined]);
});
