import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import type { LoadedRelease } from '@portfolio/releases/store/releases.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { owner, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { describePage } from './page-request.ts';
import { renderDocument } from './render-document.ts';

const hash = { bytes: 4, integrity: 'sha384-' };

const api = await startSmallApi();

function jsonOf(html: string, type: string) {
  const [, text = ''] =
    html.match(new RegExp(`<script type="${type}"[^>]*>(.*?)</script>`, 's')) ?? [];
  return JSON.parse(text);
}

const pageOf = (set: LiveSet) => {
  const request = { set, entry: undefined, language: 'en', isLanguageRequested: false };
  return { ...describePage(request, owner, ''), prerendered: undefined };
};

const preloaded = (html: string) =>
  [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, address]) => address);

test('the import map has the hash of every script as it is served', async () => {
  const { integrity } = jsonOf((await api.get('/home')).body, 'importmap');
  expect(Object.keys(integrity)).toHaveLength(3);
  for (const [address, hash] of Object.entries(integrity)) {
    const { body } = await api.get(address);
    expect(hash).toBe(`sha384-${createHash('sha384').update(body).digest('base64')}`);
  }
});

test('a page preloads only the shell and its own section, with their hashes', async () => {
  const { body } = await api.get('/games');
  const { shell, games } = api.releases;
  const addresses = [shell, games].map((r) => `/releases/${r?.name}/${r?.id}/${r?.entry}`);
  expect(preloaded(body)).toEqual(addresses);
  const { integrity } = jsonOf(body, 'importmap');
  for (const address of addresses)
    expect(body).toContain(`href="${address}" integrity="${integrity[address]}"`);
  expect(preloaded((await api.get('/nothing')).body)).toEqual(addresses.slice(0, 1));
});

test('the map of releases has every section with its fallback', async () => {
  const second = await addRelease(api.store, 'home', sectionFiles('home', 'Second'));
  const map = jsonOf((await api.get('/home')).body, 'application/json');
  const [live, before] = [second.id, String(api.releases.home?.id)];
  const release = (name: string, id: string) => ({
    id,
    base: `/releases/${name}/${id}/`,
    entry: `/releases/${name}/${id}/remoteEntry.11aa22bb.mjs`,
  });
  expect(map.sections).toEqual({
    home: [release('home', live), release('home', before)],
    games: [release('games', String(api.releases.games?.id))],
  });
});

test('no text in embedded JSON can end its element', async () => {
  // Releases cannot have such a file name, but the renderer does not rely on that.
  const set = (await readLiveSet(api.store)) as LiveSet;
  const games = { ...set.sections.games?.[0], files: { '</script><script>alert(1).mjs': hash } };
  const sections = { ...set.sections, games: [games as LoadedRelease] };
  const template = '<script type="importmap">{{importMap}}</script>';
  const { html } = renderDocument(template, pageOf({ ...set, sections }));
  expect(html).not.toContain('</script><script>alert');
  expect(JSON.stringify(jsonOf(html, 'importmap'))).toContain('</script><script>alert(1).mjs');
});

test('the policy allows only the styles of a page, no script', async () => {
  const set = (await readLiveSet(api.store)) as LiveSet;
  const [html, css, sheets] = ['<script>alert(1)</script><style>.b{}</style>', '.a{}', '.c{}'];
  const prerendered = { html, css, sheets, stylesVersion: '6.6.0' };
  const template = '{{styles}}<script>1</script><div id="root">{{page}}</div>';
  const made = renderDocument(template, { ...pageOf(set), prerendered });
  expect(made.html).toContain(html);
  // styled-components removes the first element when it starts.
  expect(made.html).toContain(`${css}</style><style>${sheets}</style>`);
  expect(made.inline).toEqual({ scripts: ['1'], styles: [css, sheets] });
});
