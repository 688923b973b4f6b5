import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { type Checkout, checkOut } from './checkout.ts';
import { expect, test } from './fixtures.ts';

// One set of development servers for all of them.
test.describe.configure({ mode: 'serial' });

let team: Checkout;
let development: ChildProcess;
let url: string;

test.beforeAll(async () => {
  team = await checkOut();
  development = spawn(process.execPath, ['api/commands/dev.ts'], {
    cwd: team.folder,
    env: { ...process.env, DATA_DIR: `${team.folder}/data`, PORT: await freePort() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: development.stdout as NodeJS.ReadableStream });
  url = await new Promise((resolve) => {
    lines.on('line', (line) => {
      const port = line.match(/"port":(\d+)/)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
});
test.afterAll(async () => {
  const ended = new Promise((resolve) => development.once('close', resolve));
  development.kill('SIGTERM');
  await ended;
  await team.remove();
});

/** The API starts again on the port it had, so it cannot be left to the system. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

test('a change of a section, of the shell and of the kit shows in the open page', async ({
  page,
}) => {
  await page.goto(`${url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await team.change('remote-home/src/main-header.tsx', '<Title>', '<Title title="section">');
  await expect(page.getByTitle('section')).toBeVisible();
  await team.change('shell/src/header/header.tsx', '<Bar>', '<Bar title="shell">');
  await expect(page.getByTitle('shell')).toBeVisible();
  await team.change('shell/kit/src/texts/markdown.tsx', '<Prose>', '<Prose title="kit">');
  await expect(page.getByTitle('kit').first()).toBeVisible();

  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a change of a text is there with the next reload', async ({ page }) => {
  await team.change('remote-home/locales/en.yaml', 'title: Hello!', 'title: Ahoy!');
  await page.goto(`${url}/home`);
  await expect(page.getByRole('heading', { name: 'Ahoy!' })).toBeVisible();
});

test('a change of the API starts it again', async ({ page }) => {
  await team.change('api/src/errors.ts', 'There is no call', 'Nobody answers');
  await expect(async () => {
    const response = await page.request.get(`${url}/api/nothing`);
    expect(await response.text()).toContain('Nobody answers');
  }).toPass();
});
