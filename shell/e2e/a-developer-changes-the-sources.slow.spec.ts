import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Checkout, checkOut } from './fixtures/checkout.ts';
import { sections } from './fixtures/content.ts';
import { manifestsInDevTools } from './fixtures/dev-tools.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { copyReleased } from './fixtures/release-once.ts';
import { oldWords, writeNewWords } from './fixtures/releases.ts';
import { markDocument } from './fixtures/requests.ts';
import { startDevelopment } from './fixtures/running-site.ts';
import { text } from './fixtures/text.ts';

// All journeys share one set of development servers.
test.describe.configure({ mode: 'serial' });

let team: Checkout;
let development: Awaited<ReturnType<typeof startDevelopment>>;
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
  heading,
}) => {
  await page.goto(`${development.url}/home`);
  await expect(heading).toBeVisible();
  const isSameDocument = await markDocument(page);

  await team.change('remote-home/src/main-header.tsx', '<Headline>', '<Headline title="section">');
  await expect(page.getByTitle('section')).toBeVisible();
  await team.change('shell/src/header/header.tsx', '<Bar ', '<Bar title="shell" ');
  await expect(page.getByTitle('shell')).toBeVisible();
  await team.change('shell/kit/src/markdown/markdown.tsx', '<Prose>', '<Prose title="kit">');
  await expect(page.getByTitle('kit').first()).toBeVisible();

  expect(await isSameDocument()).toBe(true);
  const manifests = await manifestsInDevTools(page);
  expect(manifests).toHaveLength(sections.length);
  expect(await page.evaluate(async (url) => (await fetch(url)).ok, String(manifests[0]))).toBe(
    true,
  );
});

test('a changed text shows in the open page, which keeps typed text; a changed picture loads it again', async ({
  page,
  heading,
  form: { message },
}) => {
  await page.goto(`${development.url}/contact`);
  await message.fill('Half a sentence');
  const title = (await heading.textContent()) ?? '';
  await team.change('remote-contact/locales/en.yaml', title, 'Say something');
  await expect(heading).toHaveText('Say something');
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
  await expect(async () => expect(await isWide()).toBe(true)).toPass();
});

test.describe('with mistakes', () => {
  // The development server also reports mistakes in the console.
  test.use({ expectedErrors: [/./] });

  test('an error is shown over the page with its line, until it is corrected', async ({
    page,
    heading,
  }) => {
    const overlay = page.frameLocator('#rspack-dev-server-client-overlay');
    const [file, sound, broken] = ['remote-home/src/page.tsx', '<Page', '<Page<'];
    await page.goto(`${development.url}/home`);
    await expect(heading).toBeVisible();
    const isSameDocument = await markDocument(page);
    await team.change(file, sound, broken);
    await expect(overlay.getByText('page.tsx').first()).toBeVisible();
    await expect(overlay.getByText(broken).first()).toBeVisible();
    await team.change(file, broken, '<Page data-mended');
    await expect(page.locator('[data-mended]')).toBeVisible();
    await expect(page.locator('#rspack-dev-server-client-overlay')).toBeHidden();
    await team.change(file, '<Page data-mended', sound);
    await expect(page.locator('[data-mended]')).toBeHidden();
    expect(await isSameDocument()).toBe(true);

    // A page that is opened meanwhile shows the last build without errors.
    await team.change(file, sound, broken);
    await expect(overlay.getByText(broken).first()).toBeVisible();
    await page.reload();
    await expect(overlay.getByText(broken).first()).toBeVisible();
    await expect(heading).toBeVisible();
    await team.change(file, broken, sound);
    await expect(page.locator('#rspack-dev-server-client-overlay')).toBeHidden();

    const [begins, throws] = ['return (', "throw new Error('mud'); return ("];
    await team.change(file, begins, throws);
    await expect(overlay.getByText('mud').first()).toBeVisible();
    await team.change(file, throws, begins);
    await expect(heading).toBeVisible();
  });

  test('unreadable texts are named over the page, which keeps the previous ones', async ({
    page,
    heading,
  }) => {
    const overlay = page.frameLocator('#rspack-dev-server-client-overlay');
    const file = 'remote-home/locales/en.yaml';
    await page.goto(`${development.url}/home`);
    const words = (await heading.textContent()) ?? '';
    await team.change(file, 'home:', 'home: [');
    await expect(overlay.getByText('locales/en.yaml cannot be read').first()).toBeVisible();
    await page.reload();
    await expect(heading).toHaveText(words);
    await team.change(file, 'home: [', 'home:');
    await expect(page.locator('#rspack-dev-server-client-overlay')).toBeHidden();
  });
});

test.describe('while another website is open', () => {
  test.use({ expectedErrors: [/./] });

  /** The address of the shell's scripts. */
  const findSources = async () => {
    const html = await (await fetch(`${development.url}/home`)).text();
    return /http:[^"]+\/(?=main\.mjs")/.exec(html)?.[0] ?? '';
  };

  test('it can read no sources, and receives no changes', async ({ page }) => {
    await using elsewhere = await serveBlankPage();
    await page.goto(elsewhere.url, { waitUntil: 'load' });
    const outcomes = await page.evaluate(
      async (address) => {
        const outcomeOf = (listen: (settle: (is: boolean) => void) => void) =>
          new Promise<boolean>(listen);
        const script = document.createElement('script');
        return {
          fetch: await fetch(`${address}main.mjs`)
            .then(() => true)
            .catch(() => false),
          script: await outcomeOf((settle) => {
            script.src = `${address}main.mjs`;
            script.onload = () => settle(true);
            script.onerror = () => settle(false);
            document.head.append(script);
          }),
          changes: await outcomeOf((settle) => {
            const changes = new EventSource(`${address}changes`);
            changes.onopen = () => settle(true);
            changes.onerror = () => settle(false);
          }),
          builds: await outcomeOf((settle) => {
            const socket = new WebSocket(`${address.replace('http', 'ws')}ws`);
            socket.onmessage = ({ data }) => settle(!data.includes('Invalid Host/Origin'));
            socket.onclose = () => settle(false);
          }),
        };
      },
      await findSources(),
    );
    expect(outcomes).toEqual({ fetch: false, script: false, changes: false, builds: false });
  });

  test('it cannot trigger actions of a development server, such as opening a file in the editor', async () => {
    const sources = await findSources();
    const asked = ['open-editor?fileName=package.json', 'invalidate'].map((call) =>
      statusOf(`${sources}rspack-dev-server/${call}`, { 'Sec-Fetch-Site': 'cross-site' }),
    );
    expect(await Promise.all(asked)).toEqual([403, 403]);
  });

  test('requests by its host name, which resolves to this machine, are refused', async () => {
    const sources = await findSources();
    const addresses = [`${sources}main.mjs`, `${sources}changes`, `${development.url}/home`];
    addresses.push(`${development.url}/api/locales/en`);
    expect(await Promise.all(addresses.map(statusByAnotherName))).toEqual([403, 403, 403, 403]);
  });
});

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

function statusByAnotherName(address: string): Promise<number | undefined> {
  return statusOf(address, { Host: `elsewhere.example:${new URL(address).port}` });
}

async function statusOf(
  address: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const call = request(address, { headers, host: new URL(address).hostname });
  const [response] = await once(call.end(), 'response');
  response.destroy();
  return response.statusCode;
}

test('a change of the document loads the page again', async ({ page, heading }) => {
  await page.goto(`${development.url}/home`);
  await expect(heading).toBeVisible();
  await team.change('shell/document.html', '<body', '<body data-changed');
  await expect(page.locator('body[data-changed]')).toBeVisible();
});

test('a change of the API restarts it', async ({ page }) => {
  await team.change('api/src/create-app.ts', 'There is no call', 'Nobody answers');
  await expect(async () => {
    const response = await page.request.get(`${development.url}/api/nothing`);
    expect(await response.text()).toContain('Nobody answers');
  }).toPass();
});

test('one section alone has hot reload, the others stay at their live releases', async ({
  page,
  header,
  heading,
  form,
}) => {
  const own = await checkOut();
  await copyReleased(`${own.folder}/data`);
  await writeNewWords(own);
  const alone = await startDevelopment(own, 'contact');
  try {
    await page.goto(`${alone.url}/home`);
    const mascot = page.getByRole('img', { name: text('home.header.mascot') }).first();
    await expect(mascot).toHaveAttribute('src', /^\/releases\/home\//);
    await expect(heading).toHaveText(oldWords);
    await header.link('contact').click();
    await expect(form.message).toBeVisible();
    const isSameDocument = await markDocument(page);
    await own.change('remote-contact/src/page.tsx', 'as={NiceDay}', 'as={NiceDay} title="alone"');
    await expect(page.getByTitle('alone')).toBeVisible();
    expect(await isSameDocument()).toBe(true);
  } finally {
    // An open page would report that its server is gone.
    await page.close();
    await alone.stop();
    await own.remove();
  }
});
