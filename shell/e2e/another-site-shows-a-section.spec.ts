import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from './fixtures/fixtures.ts';
import { plainHosts, serveFolder } from './fixtures/plain-builds.ts';
import { idOf } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

test.use({ expectedErrors: [/favicon/] });

for (const [bundler, buildHost] of Object.entries(plainHosts)) {
  test(`a plain ${bundler} host on another origin shows home by its manifest`, async ({
    page,
    site,
  }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-host-'));
    const release = `${site.url}/releases/home/${await idOf(site, 'home')}/`;
    await buildHost(release, folder);
    const host = await serveFolder(folder);
    await page.goto(host.url);
    const title = text('home.introduction.title');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await host.stop();
    await rm(folder, { recursive: true });
  });
}
