import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { shellFiles, owner as someOwner } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const origin = 'https://rubin.example';
const owner = {
  ...someOwner,
  name: 'Rubin & Co. </script>',
};

const api = await startSmallApi({ PUBLIC_URL: `${origin}/` });
await addRelease(api.store, 'shell', {
  ...shellFiles,
  // Some editors write a byte order mark.
  'owner.json': `\ufeff${JSON.stringify(owner)}`,
  'resources/social-card-de.png': 'Schwein',
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

test('the language of the address wins over that of the browser', async () => {
  const { body } = await api.get('/home?language=de', { 'Accept-Language': 'en' });
  expect(body).toContain('<html lang="de" dir="ltr"');
  expect(body).toContain('href="/api/locales/de?releases=');
  expect(body).toContain('<title>Home de – Rubin &amp; Co. &lt;/script&gt;</title>');
  expect(after(body, 'property="og:locale"')).toBe('de_DE');
  expect(after(body, 'rel="manifest"')).toBe('/manifest.webmanifest?language=de');
});

test('a link to a page shows its title, its description and the drawn card', async () => {
  const { body } = await api.get('/home', { 'Accept-Language': 'en' });
  expect(after(body, 'property="og:title"')).toBe('Home en – Rubin &amp; Co. &lt;/script&gt;');
  expect(after(body, 'property="og:description"')).toBe('About it');
  expect(after(body, 'property="og:url"')).toBe(`${origin}/home`);
  expect(after(body, 'property="og:image"')).toMatch(
    /^https:\/\/rubin\.example\/releases\/shell\/[0-9a-f]{12}\/resources\/social-card\.png$/,
  );
  expect(after(body, 'name="twitter:card"')).toBe('summary_large_image');
  const german = await api.get('/home', { 'Accept-Language': 'de' });
  expect(after(german.body, 'property="og:image"')).toMatch(/\/resources\/social-card-de\.png$/);
});

test.each(['/nothing', '/home/deeper'])('search engines must not list %s', async (path) => {
  const { body } = await api.get(path);
  expect(after(body, 'name="robots"')).toBe('noindex');
  expect(body).not.toMatch(/canonical|hreflang|og:/);
});

test('only the page for unknown paths is painted first when its document is complete', async () => {
  const [nothing, home] = [await api.get('/nothing'), await api.get('/home')];
  expect(after(nothing.body, 'rel="expect" blocking="render"')).toBe('#lost');
  expect(home.body).not.toContain('blocking="render"');
});

test('without JavaScript visitors get a hint with the address of the owner', async () => {
  const { body } = await api.get('/home');
  const link = `<a href="mailto:${owner.email}">${owner.email}</a>`;
  expect(body).toContain(`<noscript><p>site.withoutScript.empty ${link}</p></noscript>`);
});
