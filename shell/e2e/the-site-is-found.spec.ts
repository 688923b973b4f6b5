import { owner, paths, projects, sections } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { languages, otherLanguage, text } from './fixtures/text.ts';

test('the served HTML contains the whole page with its words, before any script runs', async ({
  request,
}) => {
  for (const { name, path } of sections) {
    const title = text(`${name}.document.title`, otherLanguage);
    const headers = { 'Accept-Language': otherLanguage };
    const html = await (await request.get(path, { headers })).text();
    expect(html).toContain(`<title>${title} – ${owner.name}</title>`);
    const works = [...html.matchAll(/itemtype="https:\/\/schema.org\/(\w+)"/gi)];
    const kinds = projects.map(({ kind }) => kind);
    expect(works.map(([, kind]) => kind)).toEqual(name === 'portfolio' ? kinds : []);
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    // Another section may have only a title and a text.
    if (['home', 'portfolio', 'contact'].includes(name))
      expect(html.match(/<h2[\s>]/g)?.length).toBeGreaterThan(1);
    for (const target of paths) expect(html).toMatch(new RegExp(`<a [^>]*href="${target}"`));
  }
});

test('documents and scripts stay below their limits of bytes in each language', async ({
  request,
}) => {
  const bytesOf = async (address: string, language = 'en') => {
    const headers = { 'Accept-Encoding': 'br', 'Accept-Language': language };
    const answer = await request.get(address, { headers });
    return Number(answer.headers()['content-length']);
  };
  for (const [path, most] of [
    ['/home', 14_000],
    ['/portfolio', 17_000],
    ['/contact', 14_000],
  ] as const) {
    for (const language of languages)
      expect(await bytesOf(path, language), `${path} ${language}`).toBeLessThan(most);
    const html = await (await request.get(path)).text();
    const scripts = [...html.matchAll(/<link data-rel="modulepreload" href="([^"]+)"/g)];
    const bytes = await Promise.all(scripts.map(([, address]) => bytesOf(String(address))));
    expect(scripts).toHaveLength(2);
    const sum = bytes.reduce((all, each) => all + each);
    expect(sum, path).toBeLessThan(140_000);
  }
});

test('every address in the head and in the sitemap exists', async ({ page, request }) => {
  await page.goto('/portfolio');
  const named = await page
    .locator('head link[rel~=icon], head link[rel=apple-touch-icon], head link[rel=manifest]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  const card = await page.locator('meta[property="og:image"]').getAttribute('content');
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  const pages = [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>(.*?)</g)];
  // Each page also has an address without a language.
  const stories = projects.filter(({ story }) => story);
  expect(pages).toHaveLength((sections.length + stories.length) * (languages.length + 1));
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose);
  expect(purposes.sort()).toEqual(['any', 'any', 'maskable', 'maskable']);
  const icon = await request.get('/favicon.ico');
  expect(icon.headers()['content-type']).toBe('image/png');
  expect(String(await icon.body())).toContain('PNG');
  for (const address of [...named, String(card), ...icons, ...pages.map(([, at]) => at)])
    expect((await request.get(address)).status(), address).toBe(200);
});
