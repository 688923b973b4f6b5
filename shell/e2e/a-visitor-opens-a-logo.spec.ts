import { lastLogo, logos } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test('a logo opens large, with its story, and zooms in steps of a half from 1 on', async ({
  page,
}) => {
  await page.goto('/home');
  const thumbnail = page.getByRole('button', { name: text(lastLogo.alt) });
  await thumbnail.click();
  const preview = page.getByRole('dialog', { name: text(lastLogo.header) });
  await expect(preview).toBeVisible();
  await expect(preview.getByText(text(lastLogo.description))).toBeVisible();
  await expect(preview.getByRole('toolbar')).toContainText(`${logos.length} / ${logos.length}`);

  const scale = preview.getByRole('status');
  const zoomIn = preview.getByRole('button', { name: text('preview.zoomIn') });
  const zoomOut = preview.getByRole('button', { name: text('preview.zoomOut') });
  await expect(scale).toHaveText('100%');
  await expect(zoomOut).toHaveAttribute('aria-disabled', 'true');
  await zoomIn.click();
  await expect(scale).toHaveText('150%');
  const width = () =>
    preview.getByRole('img').evaluate((image) => image.getBoundingClientRect().width);
  const atOneAndAHalf = await width();
  await zoomIn.click();
  await expect(scale).toHaveText('200%');
  expect((await width()) / atOneAndAHalf).toBeCloseTo(2 / 1.5, 1);
  for (let press = 0; press < 100; press += 1) await page.keyboard.press('+');
  await expect(scale).toHaveText('5000%');
  await expect(zoomIn).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('0');
  await expect(scale).toHaveText('100%');
});

test('the keyboard moves through the logos, leaves, and is back where it was', async ({ page }) => {
  const [first = lastLogo, second = lastLogo] = logos;
  await page.goto('/home');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  const thumbnail = page.getByRole('button', { name: text(first.alt) });
  await thumbnail.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: text(first.header) })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: text(second.header) })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: text(lastLogo.header) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(thumbnail).toBeFocused();
});

test('on 320 px its buttons are in one row; on a phone on its side its story is beside it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/home');
  await page.getByRole('button', { name: text(lastLogo.alt) }).click();
  const preview = page.getByRole('dialog', { name: text(lastLogo.header) });
  await expect(preview.getByRole('button', { name: text('preview.previous') })).toBeFocused();
  for (let press = 0; press < 98; press += 1) await page.keyboard.press('+');
  await expect(preview.getByRole('status')).toHaveText('5000%');
  const rows = async () => {
    const buttons = await preview.getByRole('button').all();
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
    return new Set(boxes.map((box) => box?.y)).size;
  };
  expect(await rows()).toBe(1);
  await page.setViewportSize({ width: 568, height: 320 });
  expect(await rows()).toBe(1);

  await page.keyboard.press('0');
  const picture = await preview.getByRole('img').boundingBox();
  const story = await preview.getByText(text(lastLogo.description)).boundingBox();
  expect(story?.x).toBeGreaterThanOrEqual((picture?.x ?? 0) + (picture?.width ?? 0));
  expect(picture?.height).toBeGreaterThan(240);
});
