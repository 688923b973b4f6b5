import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { type Checkout, checkOut } from './fixtures/checkout.ts';
import { sections } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { copyReleased } from './fixtures/release-once.ts';
import { markDocument } from './fixtures/requests.ts';
import { startDevelopment } from './fixtures/running-site.ts';
import { text } from './fixtures/text.ts';

/** Runs `npm run dev` in a checkout, for the named sections or for all. */
const startDev = ({ folder }: Checkout, ...names: string[]) =>
  startDevelopment(folder, ['shell/cli/portfolio.mjs', 'dev', ...names], {
    DATA_DIR: `${folder}/data`,
  });

test.describe('all sections', () => {
  // All journeys share one set of development servers.
  test.describe.configure({ mode: 'serial' });
  let team: Checkout;
  let development: Awaited<ReturnType<typeof startDevelopment>>;
  test.beforeAll(async () => {
    team = await checkOut();
    development = await startDev(team);
  });
  test.afterAll(async () => {
    await development.stop();
    await team.remove();
  });

  test('a change of section, shell or kit shows in the open page', async ({ page, heading }) => {
    await page.goto(`${development.url}/home`);
    await expect(heading).toBeVisible();
    const isSameDocument = await markDocument(page);

    await team.change('remote-home/src/main-header.tsx', '<Headline>', '<Headline title="one">');
    await expect(page.getByTitle('one')).toBeVisible();
    await team.change('shell/src/header/header.tsx', '<Bar ', '<Bar title="shell" ');
    await expect(page.getByTitle('shell')).toBeVisible();
    await team.change('shell/kit/src/markdown/markdown.tsx', '<Prose>', '<Prose title="kit">');
    await expect(page.getByTitle('kit').first()).toBeVisible();

    expect(await isSameDocument()).toBe(true);
    // What the DevTools of Module Federation find in the page.
    const areServed = await page.evaluate(async () => {
      const { shell } = Reflect.get(globalThis, '__FEDERATION__' as string).moduleInfo;
      const remotes = Object.values<{ matchedVersion: string }>(shell.remotesInfo);
      return Promise.all(remotes.map(async (each) => (await fetch(each.matchedVersion)).ok));
    });
    expect(areServed).toEqual(sections.map(() => true));
  });

  test('a changed picture shows in the open page', async ({ page }) => {
    await page.goto(`${development.url}/contact`);
    const letter = page.locator('img[src*="letter.svg"]');
    const isWide = () =>
      letter.evaluate((image) => {
        const { naturalWidth, naturalHeight } = image as HTMLImageElement;
        return naturalWidth === 3 * naturalHeight;
      });
    expect(await isWide()).toBe(false);
    const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"></svg>';
    await writeFile(path.join(team.folder, 'remote-contact/resources/letter.svg'), wide);
    await expect(async () => expect(await isWide()).toBe(true)).toPass();
  });

  test.describe('with mistakes', () => {
    // The development server also reports mistakes in the console, and takes no faults of sections.
    test.use({ expectedErrors: [/^\[rspack-dev-server\]|^Error: mud|404.*\/api\/faults/] });

    test('a mistake is shown over the page until it is corrected', async ({ page, heading }) => {
      const overlay = page.locator('#rspack-dev-server-client-overlay');
      const said = (words: string) => overlay.contentFrame().getByText(words).first();
      const [file, sound, broken] = ['remote-home/src/page.tsx', '<Page', '<Page<'];
      await page.goto(`${development.url}/home`);
      await expect(heading).toBeVisible();
      const words = (await heading.textContent()) ?? '';
      const isSameDocument = await markDocument(page);
      await team.change(file, sound, broken);
      await expect(said('page.tsx')).toBeVisible();
      await expect(said(broken)).toBeVisible();
      await team.change(file, broken, '<Page data-mended');
      await expect(page.locator('[data-mended]')).toBeVisible();
      await expect(overlay).toBeHidden();
      await team.change(file, '<Page data-mended', sound);
      await expect(page.locator('[data-mended]')).toBeHidden();
      expect(await isSameDocument()).toBe(true);

      // A page that is opened meanwhile shows the last build without errors.
      for (const [name, from, to, told] of [
        [file, sound, broken, broken],
        ['remote-home/locales/en.yaml', 'home:', 'home: [', 'locales/en.yaml cannot be read'],
      ] as const) {
        await team.change(name, from, to);
        await expect(said(told)).toBeVisible();
        await page.reload();
        await expect(said(told)).toBeVisible();
        await expect(heading).toHaveText(words);
        await team.change(name, to, from);
        await expect(overlay).toBeHidden();
      }

      const [begins, throws] = ['return (', "throw new Error('mud'); return ("];
      await team.change(file, begins, throws);
      await expect(said('mud')).toBeVisible();
      await team.change(file, throws, begins);
      await expect(heading).toBeVisible();
    });
  });

  test.describe('while another website is open', () => {
    // A script of the site is a module.
    test.use({
      expectedErrors: [/elsewhere\.localhost|Failed to load.*\/main\.mjs|outside a module/],
    });

    test('it reads no sources, hears of no change and triggers no action', async ({ page }) => {
      const html = await (await fetch(`${development.url}/home`)).text();
      /** The address of the shell's scripts. */
      const sources = /http:[^"]+\/(?=main\.mjs")/.exec(html)?.[0] ?? '';
      const elsewhere = express()
        .get('/', (_request, response) => void response.send('<!doctype html>'))
        .listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const { port } = elsewhere.address() as AddressInfo;
      for (const [address, reaches] of [
        [`${development.url}/contact`, true],
        [`http://elsewhere.localhost:${port}/`, false],
      ] as const) {
        await page.goto(address, { waitUntil: 'load' });
        const reach = { fetch: reaches, script: reaches, changes: reaches };
        expect(await page.evaluate(reachOf, sources), address).toEqual(reach);
      }
      elsewhere.close();

      const statusOf = async (address: string, headers: Record<string, string>) =>
        (await page.request.get(address, { headers })).status();
      for (const call of ['open-editor?fileName=package.json', 'invalidate']) {
        const address = `${sources}rspack-dev-server/${call}`;
        expect(await statusOf(address, { 'Sec-Fetch-Site': 'cross-site' }), call).toBe(403);
      }
      const pages = ['home', 'api/locales/en'].map((each) => `${development.url}/${each}`);
      for (const address of [`${sources}main.mjs`, ...pages]) {
        const { host } = new URL(address);
        const Host = host.replace('127.0.0.1', 'elsewhere.example');
        for (const [name, status] of Object.entries({ [host]: 200, [Host]: 403 }))
          expect(await statusOf(address, { Host: name }), `${name}: ${address}`).toBe(status);
      }
    });
  });

  test('a change of the document loads the page, one of the API restarts it', async ({ page }) => {
    await page.goto(`${development.url}/home`);
    await team.change('shell/document.html', '<body', '<body data-changed');
    await expect(page.locator('html[data-ready] body[data-changed]')).toBeVisible();
    await team.change('api/src/create-app.ts', 'There is no call', 'Nobody answers');
    await expect(async () => {
      const response = await page.request.get(`${development.url}/api/nothing`);
      expect(await response.text()).toContain('Nobody answers');
    }).toPass();
  });
});

test('one section alone has hot reload', async ({ page, header, heading, form, team: own }) => {
  await copyReleased(`${own.folder}/data`);
  const alone = await startDev(own, 'contact');
  try {
    await page.goto(`${alone.url}/home`);
    const mascot = page.getByRole('img', { name: text('home.header.mascot') }).first();
    await expect(mascot).toHaveAttribute('src', /^\/releases\/home\//);
    await header.link('contact').click();
    await expect(form.message).toBeVisible();
    const isSameDocument = await markDocument(page);
    await own.change('remote-contact/src/page.tsx', 'as={NiceDay}', 'as={NiceDay} title="alone"');
    await expect(page.getByTitle('alone')).toBeVisible();
    expect(await isSameDocument()).toBe(true);
    await form.message.fill('Half a sentence');
    await own.change('remote-contact/locales/en.yaml', text('contact.title'), 'Say something');
    await expect(heading).toHaveText('Say something');
    await expect(form.message).toHaveValue('Half a sentence');
  } finally {
    // An open page would report that its server is gone.
    await page.close();
    await alone.stop();
  }
});

/** Runs in a page: whether it can read the sources at an address, run them, and hear of changes. */
async function reachOf(sources: string) {
  const ends = (listen: (settle: (is: boolean) => void) => void) => new Promise<boolean>(listen);
  return {
    fetch: await fetch(`${sources}main.mjs`).then(Boolean, () => false),
    script: await ends((settle) => {
      const script = document.head.appendChild(document.createElement('script'));
      script.onload = () => settle(true);
      script.onerror = () => settle(false);
      script.src = `${sources}main.mjs`;
    }),
    changes: await ends((settle) => {
      const socket = new WebSocket(`${sources.replace('http', 'ws')}ws`);
      socket.onmessage = ({ data }) => settle(!data.includes('Invalid Host/Origin'));
      socket.onclose = () => settle(false);
    }),
  };
}
