import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const origin = 'https://rubin.example';
const hostile = '</script><b>"]]>&\ufffe';
const escaped = '&lt;/script&gt;&lt;b&gt;&quot;]]&gt;&amp;';
const api = await startSmallApi({ PUBLIC_URL: origin });
const post = {
  path: '/news/first-post',
  title: { en: `First ${hostile}`, de: 'Erster' },
  description: { en: hostile, de: 'Worum es geht' },
  date: '2026-11-23',
  tags: { en: ['pigs', hostile], de: ['Schweine'] },
  minutes: { en: 3, de: 4 },
};
const about = { path: '/news/about', title: { en: 'About' }, description: { en: 'Who' } };
const files = {
  ...sectionFiles('news', 'News'),
  'pages.json': '[]',
  'cards/news/first-post.en.jpg': 'a card',
};
const { id } = await addRelease(api.store, 'news', files, { pages: [post, about] });
const read = async (address: string) => (await api.get(address)).body;

test('a section with posts has a feed in each language, which its documents name', async () => {
  const { headers, body } = await api.get('/news/feed.xml?language=de');
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(body).toContain('xml:lang="de"');
  expect(body).toContain('<title>News de</title>');
  const [, ...entries] = body.split('<entry>');
  expect(entries).toHaveLength(1);
  for (const part of [
    '<title>Erster</title>',
    `<link rel="alternate" href="${origin}/news/first-post?language=de"/>`,
    '<published>2026-11-23T00:00:00Z</published>',
    '<summary>Worum es geht</summary>',
    '<category term="Schweine"/>',
  ])
    expect(entries[0]).toContain(part);
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

test('the texts of a post are escaped in the feed and in its data', async () => {
  const feed = await read('/news/feed.xml?language=en');
  expect(feed).toContain(`<title>First ${escaped}</title>`);
  expect(feed).toContain(`<category term="${escaped}"/>`);
  const html = await read(post.path);
  expect(html).not.toContain('</script><b>');
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(data)['@graph']).toContainEqual(
    expect.objectContaining({
      '@type': 'BlogPosting',
      headline: `First ${hostile}`,
      datePublished: post.date,
      keywords: post.tags.en,
      timeRequired: 'PT3M',
      image: `${origin}/releases/news/${id}/cards/news/first-post.en.jpg`,
    }),
  );
});

test('a post is an article with its own card; other pages have the card of the site', async () => {
  const article = await read(post.path);
  expect(article).toContain('property="og:type" content="article"');
  expect(article).toContain(`property="article:published_time" content="${post.date}"`);
  expect(article).toContain('property="article:tag" content="pigs"');
  expect(article).toMatch(/"og:image" content="[^"]+\/cards\/news\/first-post\.en\.jpg"/);
  const page = await read(about.path);
  expect(page).toContain('property="og:type" content="website"');
  expect(page).toMatch(/"og:image" content="[^"]+\/social-card\.png"/);
});
