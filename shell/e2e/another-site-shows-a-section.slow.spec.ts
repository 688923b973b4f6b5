import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from './fixtures/fixtures.ts';
import { buildPlainHost } from './fixtures/plain-host.ts';
import { idOf } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

test.use({ expectedErrors: [/favicon/] });

test('a plain host of Module Federation on another origin shows home by its manifest', async ({
  page,
  site,
}, testInfo) => {
  const folder = testInfo.outputPath('host');
  await buildPlainHost(`${site.url}/releases/home/${await idOf(site, 'home')}/`, folder);
  const host = express().use(express.static(folder)).listen(0, '127.0.0.1');
  await once(host, 'listening');
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}`);
  await expect(page.getByRole('heading', { name: text('home.introduction.title') })).toBeVisible();
  host.close();
});
