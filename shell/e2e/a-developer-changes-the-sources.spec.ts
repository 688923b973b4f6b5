import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Checkout, checkOut } from './fixtures/checkout.ts';
import { type Development, startDevelopment } from './fixtures/development.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { copyReleased } from './fixtures/release-once.ts';
import { oldWords, writeNewWords } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

// One set of development servers for all of them.
test.describe.configure({ mode: 'serial' });

let team: Checkout;
let development: Development;
test.beforeAll(async () => {
  team = await checkOut();
  development = await startDevelopment(team);
});
test.afterAll(async () => {
  await development.stop();
  await team.remove();
});

test('a change of a section, of the shell and of the kit shows in the open page', async ({
  page,
}) => {
  await page.goto(`${development.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await team.change('remote-home/src/main-header.tsx', '<Headline>', '<Headline title="section">');
  await expect(page.getByTitle('section')).toBeVisible();
  await team.change('shell/src/header/header.tsx', '<Bar ', '<Bar title="shell" ');
  await expect(page.getByTitle('shell')).toBeVisible();
  await team.change('shell/kit/src/markdown/markdown.tsx', '<Prose>', '<Prose title="kit">');
  await expect(page.getByTitle('kit').first()).toBeVisible();

  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a changed text and a changed picture show in the open page, which keeps what was typed', async ({
  page,
}) => {
  await page.goto(`${development.url}/contact`);
  const message = page.getByRole('textbox', { name: text('contact.message.message') });
  await message.fill('Half a sentence');
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await team.change('remote-contact/locales/en.yaml', title, 'Say something');
  await expect(page.getByRole('heading', { name: 'Say something' })).toBeVisible();
  await expect(message).toHaveValue('Half a sentence');

  const letter = page.locator('img[src*="letter.svg"]');
  const isWide = () =>
    letter.evaluate((image) => {
      const { naturalWidth, naturalHeight } = image as HTMLImageElement;
      return naturalWidth === 3 * naturalHeight;
    });
  expect(await isWide()).toBe(false);
  const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"></svg>';
  await writeFile(path.join(team.folder, 'remote-contact/resources/letter.svg'), wide);
  await expect.poll(isWide).toBe(true);
  await expect(message).toHaveValue('Half a sentence');
});

test.describe('with mistakes', () => {
  // The development server tells them in the console, too.
  test.use({ expectedErrors: [/./] });

  test('an error is shown over the page with its line, until it is mended', async ({ page }) => {
    const overlay = page.frameLocator('#rspack-dev-server-client-overlay');
    const headline = page.getByRole('heading', { level: 1 });
    const [file, sound, broken] = ['remote-home/src/page.tsx', '<Page', '<Page<'];
    await page.goto(`${development.url}/home`);
    await expect(headline).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await team.change(file, sound, broken);
    await expect(overlay.getByText('page.tsx').first()).toBeVisible();
    await expect(overlay.getByText(broken).first()).toBeVisible();
    await team.change(file, broken, '<Page data-mended');
    await expect(page.locator('[data-mended]')).toBeVisible();
    await expect(page.locator('#rspack-dev-server-client-overlay')).toBeHidden();
    await team.change(file, '<Page data-mended', sound);
    await expect(page.locator('[data-mended]')).toBeHidden();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

    // A page that is opened meanwhile shows the last build without errors.
    await team.change(file, sound, broken);
    await expect(overlay.getByText(broken).first()).toBeVisible();
    await page.reload();
    await expect(overlay.getByText(broken).first()).toBeVisible();
    await expect(headline).toBeVisible();
    await team.change(file, broken, sound);
    await expect(page.locator('#rspack-dev-server-client-overlay')).toBeHidden();

    const [begins, throws] = ['return (', "throw new Error('mud'); return ("];
    await team.change(file, begins, throws);
    await expect(overlay.getByText('mud').first()).toBeVisible();
    await team.change(file, throws, begins);
    await expect(headline).toBeVisible();
  });

  test('texts that cannot be read are named over the page, which keeps the ones before', async ({
    page,
  }) => {
    const overlay = page.frameLocator('#rspack-dev-server-client-overlay');
    const headline = page.getByRole('heading', { level: 1 });
    const file = 'remote-home/locales/en.yaml';
    await page.goto(`${development.url}/home`);
    const words = (await headline.textContent()) ?? '';
    await team.change(file, 'home:', 'home: [');
    await expect(overlay.getByText('locales/en.yaml cannot be read').first()).toBeVisible();
    await page.reload();
    await expect(headline).toHaveText(words);
    await team.change(file, 'home: [', 'home:');
    await expect(page.locator('#rspack-dev-server-client-overlay')).toBeHidden();
  });
});

test.describe('while another website is open', () => {
  test.use({ expectedErrors: [/./] });

  test('it reads nothing of the sources, and hears of no change', async ({ page }) => {
    const html = await (await page.request.get(`${development.url}/home`)).text();
    const [base = ''] = /http:[^"]+\/(?=main\.mjs")/.exec(html) ?? [];
    await using elsewhere = await serveBlankPage();
    await page.goto(elsewhere.url, { waitUntil: 'load' });
    const heard = await page.evaluate(async (address) => {
      const asked = (isHeard: (hear: (is: boolean) => void) => void) =>
        new Promise<boolean>((resolve) => isHeard(resolve));
      const script = document.createElement('script');
      return {
        fetch: await fetch(`${address}main.mjs`)
          .then(() => true)
          .catch(() => false),
        script: await asked((hear) => {
          script.src = `${address}main.mjs`;
          script.onload = () => hear(true);
          script.onerror = () => hear(false);
          document.head.append(script);
        }),
        changes: await asked((hear) => {
          const changes = new EventSource(`${address}changes`);
          changes.onopen = () => hear(true);
          changes.onerror = () => hear(false);
        }),
        builds: await asked((hear) => {
          const socket = new WebSocket(`${address.replace('http', 'ws')}ws`);
          socket.onmessage = ({ data }) => hear(!data.includes('Invalid Host/Origin'));
          socket.onclose = () => hear(false);
        }),
      };
    }, base);
    expect(heard).toEqual({ fetch: false, script: false, changes: false, builds: false });
  });

  test('its name that leads to this machine is not answered', async ({ page }) => {
    const html = await (await page.request.get(`${development.url}/home`)).text();
    const [base = ''] = /http:[^"]+\/(?=main\.mjs")/.exec(html) ?? [];
    const addresses = [`${base}main.mjs`, `${base}changes`, `${development.url}/home`];
    addresses.push(`${development.url}/api/locales/en`);
    expect(await Promise.all(addresses.map(askByAnotherName))).toEqual([403, 403, 403, 403]);
  });
});

/** A page of another website. */
async function serveBlankPage() {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html>'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://elsewhere.localhost:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function askByAnotherName(address: string): Promise<number | undefined> {
  const { hostname, port } = new URL(address);
  const asked = request(address, {
    headers: { Host: `elsewhere.example:${port}` },
    host: hostname,
  });
  const [response] = await once(asked.end(), 'response');
  response.destroy();
  return response.statusCode;
}

test('a change of the document loads the page again', async ({ page }) => {
  await page.goto(`${development.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await team.change('shell/document.html', '<body', '<body data-changed');
  await expect(page.locator('body[data-changed]')).toBeVisible();
});

test('a change of the API starts it again', async ({ page }) => {
  await team.change('api/src/create-app.ts', 'There is no call', 'Nobody answers');
  await expect(async () => {
    const response = await page.request.get(`${development.url}/api/nothing`);
    expect(await response.text()).toContain('Nobody answers');
  }).toPass();
});

test('one section alone: hot reload for it, the others from their live releases, which stay', async ({
  page,
}) => {
  const own = await checkOut();
  await copyReleased(`${own.folder}/data`);
  await writeNewWords(own);
  const alone = await startDevelopment(own, 'contact');
  try {
    await page.goto(`${alone.url}/home`);
    await expect(
      page.getByRole('img', { name: text('home.header.mascot') }).first(),
    ).toHaveAttribute('src', /^\/releases\/home\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(oldWords);
    await page.getByRole('link', { name: 'Contact' }).click();
    // Not just any heading: the page before shows until the section has come.
    await expect(
      page.getByRole('textbox', { name: text('contact.message.message') }),
    ).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await own.change('remote-contact/src/page.tsx', 'as={NiceDay}', 'as={NiceDay} title="alone"');
    await expect(page.getByTitle('alone')).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  } finally {
    // An open page would miss its server, and say so.
    await page.close();
    await alone.stop();
    await own.remove();
  }
});
