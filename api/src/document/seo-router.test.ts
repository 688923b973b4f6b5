import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { owner, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const origin = 'https://rubin.example';

const api = await startSmallApi({ PUBLIC_URL: `${origin}/` });
await addRelease(api.store, 'shell', {
  ...shellFiles,
  'document.html': shellFiles['document.html'].replaceAll('#001529', '#04201f'),
  // Some editors write a byte order mark.
  'owner.json': `\ufeff${JSON.stringify(owner)}`,
  'resources/social-card-de.png': 'Schwein',
});
const hostile = '</script><b>"]]>&';
const escaped = '&lt;/script&gt;&lt;b&gt;&quot;]]&gt;&amp;';
const post = {
  path: '/news/first-post',
  title: { en: `First ${hostile}`, de: 'Erster' },
  description: { en: hostile, de: 'Worum es geht' },
  date: '2026-11-23',
  tags: { en: ['pigs', hostile], de: ['Schweine'] },
};
const about = { path: '/news/about', title: { en: 'About' }, description: { en: 'Who' } };
const files = {
  ...sectionFiles('news', 'News'),
  'pages.json': '[]',
  'pages/news/first-post.en.json': 'Hello',
  'cards/news/first-post.en.jpg': 'a card',
};
const { id, createdAt } = await addRelease(api.store, 'news', files, { pages: [post, about] });
const read = async (address: string) => (await api.get(address)).body;

test('robots.txt allows everything and names the sitemap', async () => {
  const { status, headers, body } = await api.get('/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(headers['cache-control']).toBe('no-cache');
  expect(body).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`);
});

test('sitemap.xml has every live page in every language, each naming the others', async () => {
  const { headers, body } = await api.get('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const places = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place);
  const queries = ['', '?language=de', '?language=en'];
  const paths = ['/home', '/games', '/news', post.path, about.path];
  expect(places).toEqual(paths.flatMap((path) => queries.map((query) => origin + path + query)));
  const [xml, set, first, ...others] = body.split('\n');
  const alternates = ['x-default', 'de', 'en'].map((code, at) => {
    const address = `${origin}/home${queries[at]}`;
    return `<xhtml:link rel="alternate" hreflang="${code}" href="${address}"/>`;
  });
  expect([xml, set, first, ...others.slice(-2)]).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    `<url><loc>${origin}/home</loc><lastmod>${api.releases.home?.createdAt.slice(0, 10)}</lastmod>${alternates.join('')}</url>`,
    ...['</urlset>', ''],
  ]);
});

test.each([
  ['/manifest.webmanifest', 'de-DE', 'de', 'Schweine'],
  ['/manifest.webmanifest', 'fr', 'en', 'Pigs & "Gems"'],
  ['/manifest.webmanifest?language=de', 'en', 'de', 'Schweine'],
])('%s for a browser that prefers %s is in %s', async (address, preferred, language, title) => {
  const { headers, body } = await api.get(address, { 'Accept-Language': preferred });
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(JSON.parse(body)).toEqual({
    id: '/',
    lang: language,
    name: `${owner.name} – ${title}`,
    short_name: owner.name,
    description: language === 'de' ? 'Über Schweine' : 'About <pigs>',
    start_url: '/home',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#04201f',
    theme_color: '#04201f',
    icons: ['192', '192', '512', '512'].map((size, at) => ({
      src: expect.stringMatching(`^/releases/shell/.*/icon-${size}\\.png$`),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: at % 2 === 0 ? 'any' : 'maskable',
    })),
  });
});

test('a section with posts has a feed in each language, which its documents name', async () => {
  const { headers, body } = await api.get('/news/feed.xml?language=en');
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const uuid = expect.stringMatching(/^<id>urn:uuid:[0-9a-f-]{36}<\/id>$/);
  expect(body.split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    uuid,
    '<title>News en</title>',
    '<subtitle>About it</subtitle>',
    `<link rel="self" href="${origin}/news/feed.xml?language=en"/>`,
    `<link rel="alternate" href="${origin}/news?language=en"/>`,
    `<updated>${createdAt}</updated>`,
    '<author><name>Rubin &amp; Co.</name></author>',
    ...['<entry>', uuid, `<title>First ${escaped}</title>`],
    `<link rel="alternate" href="${origin}/news/first-post?language=en"/>`,
    '<published>2026-11-23T00:00:00Z</published>',
    '<updated>2026-11-23T00:00:00Z</updated>',
    `<summary>${escaped}</summary>`,
    ...['<category term="pigs"/>', `<category term="${escaped}"/>`, '</entry>', '</feed>', ''],
  ]);
  for (const page of ['/news', '/news/first-post', '/news/about'])
    expect(await read(`${page}?language=de`)).toContain(
      '<link rel="alternate" type="application/atom+xml" title="News de" href="/news/feed.xml?language=de" />',
    );
  expect(await read('/home')).not.toContain('atom+xml');
  for (const unknown of ['/home/feed.xml', '/feed.xml', '/news/first-post/feed.xml'])
    expect((await api.get(unknown)).status).toBe(404);
});

test('ids differ by entry and language, and are the same under every name of the site', async () => {
  const idsAt = async (site: typeof api, language: string) => {
    const { body } = await site.get(`/news/feed.xml?language=${language}`);
    return [...body.matchAll(/<id>(urn:uuid:[0-9a-f-]{36})<\/id>/g)].map(([, uuid]) => uuid);
  };
  const ids = [...(await idsAt(api, 'en')), ...(await idsAt(api, 'de'))];
  expect(new Set(ids).size).toBe(4);
  const nameless = await startSmallApi();
  await addRelease(nameless.store, 'news', files, { pages: [post, about] });
  expect([...(await idsAt(nameless, 'en')), ...(await idsAt(nameless, 'de'))]).toEqual(ids);
});

test('a post is an article with its own words, texts and card, and unlisted paths are 404', async () => {
  const { status, body } = await api.get(`${post.path}/`);
  expect(status).toBe(200);
  expect(body).not.toContain('</script><b>');
  for (const said of [
    `<title>First ${escaped} – `,
    `<meta name="description" content="${escaped}" />`,
    'property="og:type" content="article"',
    `property="og:title" content="First ${escaped} – `,
    `property="og:image" content="${origin}/releases/news/${id}/cards/news/first-post.en.jpg"`,
    `property="og:image:alt" content="First ${escaped} – `,
    ...['pages.json', 'pages/news/first-post.en.json'].map(
      (file) => `as="fetch" href="/releases/news/${id}/${file}" crossorigin`,
    ),
  ])
    expect(body).toContain(said);
  expect(await read(`${post.path}?language=de`)).toContain('<title>Erster – ');
  for (const unknown of ['second', 'first-post/x', '/first-post'])
    expect((await api.get(`/news/${unknown}`)).status).toBe(404);
  // Other pages do not contain the list.
  expect(await read('/home')).not.toContain('first-post');
});

/** The `href` or `content` that follows a part of the head. */
function after(html: string, before: string): string | undefined {
  return html.split(before)[1]?.match(/(?:href|content)="([^"]*)"/)?.[1];
}

test.each([
  ['/home', '/home'],
  ['/home/', '/home'],
  ['/home?utm_source=pig', '/home'],
  ['/home?language=de', '/home?language=de'],
  ['/home?language=fr', '/home'],
])('%s has the canonical address %s', async (address, canonical) => {
  const { body } = await api.get(address);
  expect(after(body, 'rel="canonical"')).toBe(origin + canonical);
  expect(after(body, 'hreflang="de"')).toBe(`${origin}/home?language=de`);
  expect(after(body, 'hreflang="en"')).toBe(`${origin}/home?language=en`);
  expect(after(body, 'hreflang="x-default"')).toBe(`${origin}/home`);
});

test('a link to a page shows its title, its description and the drawn card, in the language of the address', async () => {
  const { body } = await api.get('/home?language=de', { 'Accept-Language': 'en' });
  expect(body).toContain('<html lang="de" dir="ltr"');
  expect(body).toContain('<title>Home de – Rubin &amp; Co.</title>');
  const card =
    /^https:\/\/rubin\.example\/releases\/shell\/\w{12}\/resources\/social-card-de\.png$/;
  const properties = [...body.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)"/g)];
  expect(Object.fromEntries(properties.map(([, name, content]) => [name, content]))).toEqual({
    type: 'website',
    site_name: 'Rubin &amp; Co.',
    url: `${origin}/home?language=de`,
    title: 'Home de – Rubin &amp; Co.',
    description: 'About it',
    image: expect.stringMatching(card),
    'image:width': '1200',
    'image:height': '630',
    'image:alt': 'site.card',
    locale: 'de_DE',
  });
  expect(after(body, 'name="twitter:card"')).toBe('summary_large_image');
  const english = await read('/home?language=en');
  expect(after(english, 'property="og:image"')).toMatch(/\/resources\/social-card\.png$/);
});

test.each(['/nothing', '/home/deeper'])('search engines must not list %s', async (path) => {
  const body = await read(path);
  const [, head] = /\n( *<link rel="expect".*<meta name="robots"[^>]*>)/s.exec(body) ?? [];
  expect(head?.split('\n').map((line) => line.trim())).toEqual([
    '<link rel="expect" blocking="render" href="#lost" />',
    expect.stringMatching(
      /^<link rel="apple-touch-icon" href="\/releases\/.*-touch-icon.png" \/>$/,
    ),
    '<link rel="manifest" href="/manifest.webmanifest?language=en" />',
    '<meta name="robots" content="noindex" />',
  ]);
  expect(body).not.toMatch(/canonical|hreflang|og:/);
});

test('without JavaScript, and when the app does not start, a page names the address of the owner', async () => {
  const body = await read('/home');
  const link = `<a href="mailto:${owner.email}">${owner.email}</a>`;
  expect(body).toContain(`<noscript><p>site.withoutScript.empty ${link}</p></noscript>`);
  expect(body).toContain(
    `<div id="lost" role="alert" lang="en"><p>site.lost ${link}</p><button type="button" id="try-again">notices.retry</button></div>`,
  );
});
