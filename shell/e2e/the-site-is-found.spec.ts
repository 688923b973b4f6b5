import { projects } from '../../remote-portfolio/src/projects.ts';
import owner from '../kit/owner.json' with { type: 'json' };
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test('the served HTML is the whole page with its words, before any script has run', async ({
  request,
}) => {
  for (const path of ['/home', '/portfolio', '/contact']) {
    const title = text(`${path.slice(1)}.document.title`, 'de');
    const html = await (await request.get(path, { headers: { 'Accept-Language': 'de' } })).text();
    expect(html).toContain(`<title>${title} – ${owner.name}</title>`);
    const own = projects.filter(({ kind }) => kind === 'VideoGame');
    const games = html.matchAll(/itemtype="https:\/\/schema.org\/VideoGame"/gi);
    expect([...games]).toHaveLength(path === '/portfolio' ? own.length : 0);
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html.match(/<h2[\s>]/g)?.length).toBeGreaterThan(1);
    for (const target of ['/home', '/portfolio', '/contact'])
      expect(html).toMatch(new RegExp(`<a [^>]*href="${target}"`));
  }
});

test('a document fits into what a connection sends at first in each language, and so do its scripts into 140 kB', async ({
  request,
}) => {
  const bytesOf = async (address: string, language = 'en') => {
    const headers = { 'Accept-Encoding': 'br', 'Accept-Language': language };
    const answer = await request.get(address, { headers });
    return Number(answer.headers()['content-length']);
  };
  for (const [path, most] of [
    ['/home', 14_000],
    ['/portfolio', 18_000],
    ['/contact', 14_000],
  ] as const) {
    // The first visitors get it compressed lightly, all others as well as can be.
    for (const language of ['en', 'de'])
      await expect
        .poll(() => bytesOf(path, language), { message: `${path} ${language}`, timeout: 30_000 })
        .toBeLessThan(most);
    const html = await (await request.get(path)).text();
    const scripts = [...html.matchAll(/<link data-rel="modulepreload" href="([^"]+)"/g)];
    const bytes = await Promise.all(scripts.map(([, address]) => bytesOf(String(address))));
    expect(scripts).toHaveLength(2);
    expect(
      bytes.reduce((sum, each) => sum + each),
      path,
    ).toBeLessThan(140_000);
  }
});

test('every address the head and the map of the site name is there', async ({ page, request }) => {
  await page.goto('/portfolio');
  const named = await page
    .locator('head link[rel~=icon], head link[rel=apple-touch-icon], head link[rel=manifest]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  const card = await page.locator('meta[property="og:image"]').getAttribute('content');
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  const pages = [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>(.*?)</g)];
  expect(pages).toHaveLength(9);
  for (const purpose of ['any', 'maskable'])
    expect(
      manifest.icons.filter((icon: { purpose: string }) => icon.purpose === purpose),
    ).toHaveLength(2);
  const icon = await request.get('/favicon.ico');
  expect(icon.headers()['content-type']).toBe('image/x-icon');
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  for (const address of [...named, String(card), ...icons, ...pages.map(([, at]) => at)])
    expect((await request.get(address)).status(), address).toBe(200);
});

test('an address with a language opens in it, and so does every page of that visit', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const asked: string[] = [];
  page.on('request', (call) => asked.push(new URL(call.url()).pathname));
  await page.goto('/contact?language=de');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(text('contact.title', 'de'));
  expect(asked.filter((path) => path.startsWith('/api/locales/'))).toEqual(['/api/locales/de']);
  await page.getByRole('navigation').getByRole('link', { name: 'Portfolio' }).click();
  await expect(page).toHaveURL('/portfolio?language=de');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull();
  await page.getByLabel('Sprache').selectOption('English');
  await expect(page).toHaveURL('/portfolio');
  await expect(page.getByText(text('portfolio.end'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(text('portfolio.end'))).toBeVisible();
});
