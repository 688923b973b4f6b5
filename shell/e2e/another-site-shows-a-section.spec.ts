import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { canRunNginx, startNginx } from '@portfolio/test-support/nginx.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { plainHosts, serveFolder } from './fixtures/plain-builds.ts';
import { idOf } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

// The browser does not trust the site's authority.
test.use({ expectedErrors: [/favicon/], ignoreHTTPSErrors: true });
test.skip(!canRunNginx, 'nginx or openssl is not installed');

for (const [bundler, buildHost] of Object.entries(plainHosts)) {
  test(`a plain ${bundler} host on another origin shows home by its manifest over HTTPS`, async ({
    page,
    site,
  }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-host-'));
    const { origin, stop } = await startNginx(Number(new URL(site.url).port));
    const release = `${origin}/releases/home/${await idOf(site, 'home')}/`;
    await buildHost(release, folder);
    const host = await serveFolder(folder);
    await page.goto(host.url);
    const title = text('home.introduction.title');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await host.stop();
    await stop();
    await rm(folder, { recursive: true });
  });
}
