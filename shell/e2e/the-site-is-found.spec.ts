import { projects, sections } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { languages } from './fixtures/text.ts';

test('documents and scripts stay below their limits in each language', async ({ request }) => {
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
    expect(sum, path).toBeLessThan(135_000);
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
  for (const address of [...named, String(card), ...icons, ...pages.map(([, at]) => at)])
    expect((await request.get(address)).status(), address).toBe(200);
});
