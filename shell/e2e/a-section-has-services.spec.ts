import { startHttps } from '@portfolio/test-support/https.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { startSite } from './fixtures/running-site.ts';

// The browser does not trust the services' authority, and logs origins that are not named.
test.use({ ignoreHTTPSErrors: true, expectedErrors: [/Content Security Policy/] });

/** A team's own server: words for its page, and a player to embed. */
const startService = () =>
  startHttps(({ url }, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', url === '/player' ? 'text/html' : 'text/plain');
    response.end(url === '/player' ? '<button>Play</button>' : 'Words of the service');
  });

test('a section may call and frame the origins that CONNECT_ORIGINS names, and no others', async ({
  page,
}) => {
  const [named, unnamed] = [await startService(), await startService()];
  const site = await startSite({ CONNECT_ORIGINS: named.origin });
  await page.goto(`${site.url}/home`);
  for (const { origin } of [named, unnamed]) {
    const isNamed = origin === named.origin;
    const answer = page.evaluate(
      (address) =>
        fetch(address).then(
          (it) => it.text(),
          () => 'Refused',
        ),
      `${origin}/words`,
    );
    expect(await answer).toBe(isNamed ? 'Words of the service' : 'Refused');
    await page.evaluate((address) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.src = address;
      return new Promise((loaded) => frame.addEventListener('load', loaded));
    }, `${origin}/player`);
    const play = page.frameLocator('iframe >> nth=-1').getByRole('button', { name: 'Play' });
    await expect(play).toHaveCount(isNamed ? 1 : 0);
  }
  await page.close();
  for (const each of [site, named, unnamed]) await each.stop();
});
