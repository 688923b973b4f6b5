import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { owner, sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const origin = 'https://rubin.example';

const api = await startSmallApi({ PUBLIC_URL: `${origin}/` });
const shell = await addRelease(api.store, 'shell', {
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
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
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
    ...[uuid, '<title>News en</title>', '<subtitle>About it</subtitle>'],
    `<link rel="self" href="${origin}/news/feed.xml?language=en"/>`,
    `<link rel="alternate" href="${origin}/news?language=en"/>`,
    `<updated>${createdAt}</updated>`,
    '<author><name>Rubin &amp; Co.</name></author>',
    ...['<entry>', uuid, `<title>First ${escaped}</title>`],
    `<link rel="alternate" href="${origin}/news/first-post?language=en"/>`,
    ...['<published>2026-11-23T00:00:00Z</published>', '<updated>2026-11-23T00:00:00Z</updated>'],
    `<summary>${escaped}</summary>`,
    ...['<category term="pigs"/>', `<category term="${escaped}"/>`, '</entry>', '</feed>', ''],
  ]);
  const link = `<link rel="alternate" type="application/atom+xml" title="News de" href="/news/feed.xml?language=de" />`;
  for (const page of ['/news', '/news/first-post', '/news/about'])
    expect(await read(`${page}?language=de`)).toContain(link);
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
  const pages = Array.from({ length: 31 }, (_, at) => ({ ...post, path: `/news/${at}` }));
  await addRelease(nameless.store, 'news', files, { pages });
  expect(await idsAt(nameless, 'en')).toHaveLength(31);
});

/** The lines of a document between its first ones and its styles, and those of its body. */
function linesOf(html: string): string[] {
  const [, head = '', body = ''] = /(<title>.*?)<style>.*<body>(.*)<\/body>/s.exec(html) ?? [];
  const known = (head + body).replaceAll(/sha384-[^"]+/g, 'sha384');
  return known.split('\n').flatMap((line) => line.trim() || []);
}

test('the document of a post has its own words, texts and card, and names all that a browser fetches', async () => {
  const body = await read(`${post.path}?language=en`);
  const [news, own] = [`/releases/news/${id}`, `/releases/shell/${shell.id}`];
  const before = api.releases.shell;
  const title = `First ${escaped} – Rubin &amp; Co.`;
  const link = `<a href="mailto:${owner.email}">${owner.email}</a>`;
  const key = /releases=([^"]*)/.exec(body)?.[1];
  const og = (name: string, says: string) => `<meta property="og:${name}" content="${says}" />`;
  const alternate = (code: string, query: string) =>
    `<link rel="alternate" hreflang="${code}" href="${origin}${post.path}${query}" />`;
  const fetched = (address: string) =>
    `<link rel="preload" as="fetch" href="${address}" crossorigin="anonymous" />`;
  const script = (file: string) => `<link rel="modulepreload" href="${file}" integrity="sha384" />`;
  expect(linesOf(body)).toEqual([
    `<title>${title}</title>`,
    `<meta name="description" content="${escaped}" />`,
    '<link rel="expect" blocking="render" href="#lost" />',
    `<link rel="apple-touch-icon" href="${own}/resources/apple-touch-icon.png" />`,
    '<link rel="manifest" href="/manifest.webmanifest?language=en" />',
    `<link rel="canonical" href="${origin}${post.path}?language=en" />`,
    ...[alternate('x-default', ''), alternate('de', '?language=de')],
    alternate('en', '?language=en'),
    '<link rel="alternate" type="application/atom+xml" title="News en" href="/news/feed.xml?language=en" />',
    ...[og('type', 'article'), og('site_name', 'Rubin &amp; Co.')],
    ...[og('url', `${origin}${post.path}?language=en`), og('title', title)],
    ...[og('description', escaped), og('image', `${origin}${news}/cards${post.path}.en.jpg`)],
    ...[og('image:width', '1200'), og('image:height', '630'), og('image:alt', title)],
    ...[og('locale', 'en_US'), '<meta name="twitter:card" content="summary_large_image" />'],
    ...Array(2).fill(expect.stringMatching(/^<meta name="theme-color"/)),
    `<link rel="icon" href="${own}/resources/favicon.png" type="image/png" sizes="48x48" />`,
    `<link rel="icon" href="${own}/resources/favicon.svg" type="image/svg+xml" />`,
    `<script data-source="./src/document/start.ts" data-shell="${shell.id}" data-entry="${own}/${shell.entry}" data-before="/releases/shell/${before?.id}/${before?.entry}"></script>`,
    expect.stringMatching(/^<script type="importmap">/),
    ...[script(`${own}/${shell.entry}`), script(`${news}/remoteEntry.11aa22bb.mjs`)],
    ...[`/api/locales/en?releases=${key}`, `${news}/pages.json`].map(fetched),
    fetched(`${news}/pages${post.path}.en.json`),
    `<link rel="preload" as="font" type="font/woff2" href="${own}/resources/outfit.woff2" crossorigin="anonymous" />`,
    '<div id="root"></div>',
    `<div id="lost" role="alert" lang="en"><p>site.lost ${link}</p><button type="button" id="try-again">notices.retry</button></div>`,
    `<noscript><p>site.withoutScript.empty ${link}</p></noscript>`,
  ]);
  expect(body).not.toContain('</script><b>');
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
  expect(after(await read(address), 'rel="canonical"')).toBe(origin + canonical);
});

test('a link to another page shows the drawn card, in the language of the address', async () => {
  const cardOf = async (language: string) => {
    const body = await read(`/home?language=${language}`);
    expect(body).toContain(`<html lang="${language}" dir="ltr" data-languages="en de">`);
    return ['type', 'title', 'description', 'image', 'image:alt', 'locale'].map((name) =>
      after(body, `property="og:${name}"`),
    );
  };
  const card = `${origin}/releases/shell/${shell.id}/resources/social-card`;
  const [german, english] = ['Home de – Rubin &amp; Co.', 'Home en – Rubin &amp; Co.'];
  const rest = (image: string, locale: string) => ['About it', image, 'site.card', locale];
  expect(await cardOf('de')).toEqual(['website', german, ...rest(`${card}-de.png`, 'de_DE')]);
  expect(await cardOf('en')).toEqual(['website', english, ...rest(`${card}.png`, 'en_US')]);
});

test.each(['/nothing', '/home/deeper'])('search engines must not list %s', async (path) => {
  const body = await read(path);
  expect(linesOf(body)[5]).toBe('<meta name="robots" content="noindex" />');
  expect(body).not.toMatch(/canonical|hreflang|og:/);
});
