import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { DefinePlugin, HtmlRspackPlugin, rspack } from '@rspack/core';
import express from 'express';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

test.use({ expectedErrors: [/favicon/] });

test('a plain host of Module Federation shows home', async ({ page, site }, testInfo) => {
  const folder = testInfo.outputPath('host');
  await buildPlainHost(`${site.url}/releases/home/${await idOf(site, 'home')}/`, folder);
  const host = express().use(express.static(folder)).listen(0, '127.0.0.1');
  await once(host, 'listening');
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}`);
  await expect(page.getByRole('heading', { name: text('home.introduction.title') })).toBeVisible();
  host.close();
});

/** Builds another site, configured as the plugin's manual says, that shows home of a release. */
async function buildPlainHost(release: string, target: string): Promise<void> {
  const shared = ['react', 'react/jsx-runtime', 'react-dom', '@portfolio/kit'];
  const compiler = rspack({
    context: path.join(import.meta.dirname, 'fixtures/plain-host'),
    mode: 'development',
    devtool: false,
    infrastructureLogging: { level: 'error' },
    entry: './index.ts',
    output: { path: target },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            detectSyntax: 'auto',
            jsc: { transform: { react: { runtime: 'automatic', development: false } } },
          },
        },
      ],
    },
    plugins: [
      new HtmlRspackPlugin(),
      new DefinePlugin({ RELEASE: JSON.stringify(release) }),
      new ModuleFederationPlugin({
        name: 'host',
        remotes: { home: `home@${release}mf-manifest.json` },
        shared: Object.fromEntries(shared.map((name) => [name, { singleton: true }])),
        dts: false,
      }),
    ],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
}
