import { logos } from '../../remote-home/src/logos.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test('a logo opens large, with its story, and zooms in steps of a half from 1 on', async ({
  page,
}) => {
  await page.goto('/home');
  const thumbnail = page.getByRole('button', { name: text('home.logos.potato.alt') });
  await thumbnail.click();
  const preview = page.getByRole('dialog', { name: text('home.logos.potato.header') });
  await expect(preview).toBeVisible();
  await expect(preview.getByText(text('home.logos.potato.description'))).toBeVisible();
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
  await page.goto('/home');
  const thumbnail = page.getByRole('button', { name: text('home.logos.today.alt') });
  await thumbnail.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: text('home.logos.today.header') })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: text('home.logos.facets.header') })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: text('home.logos.potato.header') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(thumbnail).toBeFocused();
});
