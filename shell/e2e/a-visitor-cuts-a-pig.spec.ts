import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const words = (key: string) => text(`home.cut.${key}`);
const number = /\b[0-7]{7}$/;

test('seven strokes of the keyboard cut a pig, which then replaces the mascot, also at its link', async ({
  page,
}) => {
  await page.goto('/home');
  await page.getByRole('button', { name: words('start') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: words('title') });
  const stone = dialog.getByRole('button', { name: words('stone') });
  await expect(stone).toBeFocused();
  for (let cut = 0; cut < 7; cut += 1) {
    await expect(dialog.getByRole('status')).toHaveText(words(`said.${cut}`));
    for (let turn = 0; turn < cut; turn += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
  }
  await expect(dialog.getByRole('status')).toHaveText(words('said.7'));
  await expect(dialog.getByRole('button', { name: words('keep') })).toBeFocused();
  const address = await dialog.getByRole('link').getAttribute('href');
  const code = number.exec(String(address))?.[0];
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: words('start') })).toBeFocused();
  const own = page.getByRole('img', { name: words('pig').replace('{code}', String(code)) });
  await expect(own).toBeVisible();
  await expect(page.getByAltText(text('home.header.mascot'))).toBeHidden();
  await expect(page).toHaveURL(String(address));
  await page.reload();
  await expect(own).toBeVisible();
});

test('axe finds nothing in the ruby, nor beside the pig', async ({ page }) => {
  test.slow();
  await page.goto('/home');
  await page.getByRole('button', { name: words('start') }).click();
  await expectNoViolation(page, 'the ruby');
  for (let cut = 0; cut < 7; cut += 1) await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: words('keep') })).toBeVisible();
  await expectNoViolation(page, 'the pig');
});

test('the pig is kept as a picture of 1200 by 630, and its link is copied', async ({
  page,
  context,
}) => {
  await page.goto('/home');
  await cutByPointer(page);
  const dialog = page.getByRole('dialog');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: words('keep') }).click(),
  ]);
  const { width, height, format } = await sharp(await readFile(await download.path())).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: words('copy') }).click();
  await expect(dialog.getByRole('status')).toHaveText(words('copied'));
  const address = await dialog.getByRole('link').getAttribute('href');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await dialog.getByRole('button', { name: words('again') }).click();
  await expect(dialog.getByRole('status')).toHaveText(words('said.0'));
});

test('a stroke of the pointer cuts along its line, a press through its point, and Escape keeps the mascot', async ({
  page,
}) => {
  await page.goto('/home');
  await page.getByRole('button', { name: words('start') }).click();
  const dialog = page.getByRole('dialog');
  const stone = dialog.getByRole('button', { name: words('stone') });
  const { x = 0, y = 0, width = 0, height = 0 } = (await stone.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.2, y + height * 0.4);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height * 0.6, { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByRole('status')).toHaveText(words('said.1'));
  await stone.click();
  await expect(dialog.getByRole('status')).toHaveText(words('said.2'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByAltText(text('home.header.mascot'))).toBeVisible();
});

test('an address without a valid pig shows the mascot', async ({ page }) => {
  for (const query of ['pig=', 'pig=7f3a', 'pig=35017244', 'pig=%3Csvg%3E']) {
    await page.goto(`/home?${query}`);
    await expect(page.getByRole('button', { name: words('start') })).toBeVisible();
    await expect(page.getByAltText(text('home.header.mascot'))).toBeVisible();
  }
});

test.describe('when its file is lost', () => {
  test.use({ expectedErrors: [/./] });

  test('the mascot stays, and the button says so and retries', async ({ page }) => {
    await page.goto('/home');
    await page.route(/\/releases\/home\/[^/]+\/(?!remoteEntry)[^/]+\.mjs/, (call) => call.abort());
    const start = page.getByRole('button', { name: words('start') });
    await start.click();
    const again = page.getByRole('button', { name: words('lost') });
    await expect(again).toBeVisible();
    await page.unroute(/\/releases\/home\/[^/]+\/(?!remoteEntry)[^/]+\.mjs/);
    await again.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

async function cutByPointer(page: Page): Promise<void> {
  await page.getByRole('button', { name: words('start') }).click();
  const stone = page.getByRole('button', { name: words('stone') });
  for (let cut = 0; cut < 7; cut += 1)
    await stone.click({ position: { x: 60 + cut * 20, y: 120 } });
  await expect(page.getByRole('status').filter({ hasText: words('said.7') })).toBeVisible();
}
