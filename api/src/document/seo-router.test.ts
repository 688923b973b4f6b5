import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { owner, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const origin = 'https://rubin.example';

const api = await startSmallApi({ PUBLIC_URL: `${origin}/` });
await addRelease(api.store, 'shell', {
  ...shellFiles,
  'document.html': shellFiles['document.html'].replaceAll('#001529', '#04201f'),
});

test('robots.txt allows everything and names the sitemap', async () => {
  const { status, headers, body } = await api.get('/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`);
});

test('sitemap.xml has every live page in every language, each naming the others', async () => {
  const { headers, body } = await api.get('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const places = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place);
  expect(places).toEqual(
    ['/home', '/games'].flatMap((path) =>
      ['', '?language=de', '?language=en'].map((query) => origin + path + query),
    ),
  );
  expect(body).toContain(`hreflang="x-default" href="${origin}/games"`);
  expect(body.match(/hreflang="de" href="[^"]+\/home\?language=de"/g)).toHaveLength(3);
  expect(body).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
});

test.each([
  ['/manifest.webmanifest', 'de-DE', 'de', 'Schweine'],
  ['/manifest.webmanifest', 'fr', 'en', 'Pigs & "Gems"'],
  ['/manifest.webmanifest?language=de', 'en', 'de', 'Schweine'],
])('%s for a browser that prefers %s is in %s', async (address, preferred, language, title) => {
  const { headers, body } = await api.get(address, { 'Accept-Language': preferred });
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = JSON.parse(body);
  expect(manifest).toMatchObject({
    lang: language,
    name: `${owner.name} – ${title}`,
    start_url: '/home',
    theme_color: '#04201f',
  });
  for (const { src } of manifest.icons)
    expect(src).toMatch(/^\/releases\/shell\/.*\/icon-\d+\.png$/);
});
