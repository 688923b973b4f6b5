import type { Locator, Page } from '@playwright/test';
import { lastLogo, lastProject, logos } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { holdRequests } from './fixtures/requests.ts';
import { text } from './fixtures/text.ts';
import { brightnessOf, stopTransition } from './fixtures/view-transitions.ts';

const enlarge = `${text('preview.open')}: ${text(lastProject.images[0]?.alt ?? '')}`;
const count = lastProject.images.length;

/** Opens the first picture of a project, and waits until it is loaded and takes clicks. */
async function openPicture(page: Page) {
  await page.goto('/portfolio');
  await page.getByRole('button', { name: enlarge }).click();
  const preview = page.getByRole('dialog');
  const picture = preview.getByRole('img');
  await expect(picture).not.toHaveAttribute('aria-busy');
  await expect(page.locator('html')).not.toHaveAttribute('data-change');
  return { preview, picture, scale: preview.getByRole('status') };
}

/** The position once the picture has its final size. */
const boxOf = async (part: Locator) => {
  await expect
    .poll(() =>
      part.evaluate(
        (it) => it.closest('div:not(:only-child)')?.parentElement?.getAnimations().length ?? 0,
      ),
    )
    .toBe(0);
  const box = await part.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
};

test('one click zooms in at its point, a drag moves the picture, another click zooms out', async ({
  page,
}) => {
  const { picture, scale } = await openPicture(page);
  const { x, y, width, height } = await boxOf(picture);
  const spot = { x: x + width / 4, y: y + height / 4 };

  await page.mouse.click(spot.x, spot.y);
  await expect(scale).toHaveText('200%');
  const zoomed = await boxOf(picture);
  expect(zoomed.width / width).toBeCloseTo(2, 1);
  // The clicked point stays at a quarter of the picture.
  expect((spot.x - zoomed.x) / zoomed.width).toBeCloseTo(1 / 4, 1);

  await page.mouse.move(600, 400);
  await page.mouse.down();
  await page.mouse.move(540, 380, { steps: 4 });
  await page.mouse.up();
  const dragged = await boxOf(picture);
  expect(dragged.x).toBeCloseTo(zoomed.x - 60, 0);
  await expect(scale).toHaveText('200%');

  await page.mouse.click(600, 400);
  await expect(scale).toHaveText('100%');
});

test('a double click zooms in as well, animated, up to every edge, and the cursor shows that it can be dragged', async ({
  page,
}) => {
  const { preview, picture, scale } = await openPicture(page);
  const before = await boxOf(picture);
  await expect(picture).toHaveCSS('cursor', 'zoom-in');
  // Runs in one task, before the picture is painted larger.
  const first = await picture.evaluate((it) => {
    const { left, top } = it.getBoundingClientRect();
    const click = { bubbles: true, clientX: left + 200, clientY: top + 100 };
    for (let clicks = 0; clicks < 2; clicks += 1) it.dispatchEvent(new MouseEvent('click', click));
    const { x, y, width, height } = it.getBoundingClientRect();
    return { x, y, width, height };
  });
  for (const [name, value] of Object.entries(first))
    expect(value, name).toBeCloseTo(before[name as keyof typeof before], 0);
  await expect(scale).toHaveText('200%');
  await expect(picture).toHaveCSS('cursor', 'grab');
  const stage = preview.locator('[tabindex="0"]');
  const { x, y, width, height } = await boxOf(stage);
  const edges = async () => {
    const box = await boxOf(picture);
    return [box.x - x, box.y - y, x + width - box.x - box.width, y + height - box.y - box.height];
  };
  await stage.evaluate((it) => it.scrollTo(0, 0));
  expect((await edges()).slice(0, 2).map(Math.abs)).toEqual([0, 0]);
  await stage.evaluate((it) => it.scrollTo(it.scrollWidth, it.scrollHeight));
  for (const left of (await edges()).slice(2)) expect(Math.abs(left)).toBeLessThan(1);
  expect(x + width).toBe(await page.evaluate(() => innerWidth));
});

test.describe('in the light theme', () => {
  test.use({ colorScheme: 'light' });

  test('a picture opens out of its page and closes into it, without a cut', async ({ page }) => {
    const brightness = () => brightnessOf(page, { x: 0, y: 740, width: 60, height: 60 });
    await page.goto('/portfolio');
    const opener = page.getByRole('button', { name: enlarge });
    await opener.scrollIntoViewIfNeeded();
    const seen = [await brightness()];
    for (const act of [() => opener.click(), () => page.goBack()]) {
      const stopped = stopTransition(page, 60);
      await act();
      await stopped;
      seen.push(await brightness());
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) {
          if (animation.playState === 'paused') animation.play();
        }
      });
      await expect(page.locator('html')).not.toHaveAttribute('data-change');
      seen.push(await brightness());
    }
    const [day = 0, opening = 0, night = 0, closing = 0, dayAgain] = seen;
    expect(dayAgain).toBe(day);
    for (const between of [opening, closing]) {
      expect(between).toBeGreaterThan(night + 10);
      expect(between).toBeLessThan(day - 10);
    }
  });
});

test('a click beside the picture closes it, and so does Back, which keeps the page', async ({
  page,
  heading,
}) => {
  const { preview, picture } = await openPicture(page);
  const { x } = await boxOf(picture);
  await page.mouse.click(x / 2, 400);
  await expect(preview).toBeHidden();
  await expect(page).toHaveURL('/portfolio');

  const opener = page.getByRole('button', { name: enlarge });
  await opener.click();
  await expect(preview).toBeVisible();
  await page.goBack();
  await expect(preview).toBeHidden();
  await expect(heading).toHaveText(text('portfolio.title'));
  await expect(opener).toBeFocused();
});

test('a hint that appears while a picture is open is above it, and can be closed', async ({
  page,
  header,
  form,
}) => {
  const messages = await holdRequests(page, '**/api/contact');
  await page.goto('/contact');
  await form.fill({ email: 'zoe@example.org', message: 'While I look at a picture' });
  await form.send.click();
  await expect(form.hint).toHaveAttribute('data-kind', 'loading');
  await header.link('portfolio').click();
  const preview = page.getByRole('dialog');
  const hint = preview.locator('[data-kind]');
  await page.getByRole('button', { name: enlarge }).click();
  await expect(hint).toBeVisible();
  // Escape would also close hints.
  await page.getByRole('button', { name: text('preview.close') }).click();
  await expect(preview).toBeHidden();
  await expect(form.hint).toBeVisible();
  await page.getByRole('button', { name: enlarge }).click();
  await expect(hint).toHaveAttribute('data-kind', 'loading');
  messages.release();
  await expect(hint).toHaveAttribute('data-kind', 'success');
  await hint.getByRole('button', { name: text('notices.close') }).click();
  await expect(hint).toHaveCount(0);
  await expect(preview).toBeVisible();
});

test('a picture that was zoomed in and out is no tab stop', async ({ page }) => {
  const { preview, scale } = await openPicture(page);
  const buttons = await preview.getByRole('button').all();
  for (const key of ['+', '+', '0']) await page.keyboard.press(key);
  await expect(scale).toHaveText('100%');
  const stops = new Set<string | null | undefined>();
  for (let presses = 0; presses < 2 * buttons.length; presses += 1) {
    await page.keyboard.press('Tab');
    stops.add(
      await page.evaluate(() => {
        const stop = document.activeElement;
        // After the last stop, the browser's own controls follow.
        const own = document.querySelector('dialog button')?.getAttribute('aria-label');
        return stop === document.body ? own : stop?.getAttribute('aria-label');
      }),
    );
  }
  const names = buttons.map((button) => button.getAttribute('aria-label'));
  expect(stops).toEqual(new Set(await Promise.all(names)));
});

test('the next picture is fetched while one is open', async ({ page }) => {
  const { path } = lastProject.images[1] ?? { path: '' };
  const next = page.waitForResponse((response) => response.url().endsWith(`${path}-1600.avif`));
  await openPicture(page);
  expect((await next).ok()).toBe(true);
});

test('a logo has its story; on 320 px its buttons are in one row, on a phone in landscape the story is beside it', async ({
  page,
}) => {
  test.skip(logos.length === 0, 'The owner shows no logos.');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/home');
  await page.getByRole('button', { name: text(lastLogo.alt) }).click();
  const preview = page.getByRole('dialog', { name: text(lastLogo.header) });
  const story = preview.getByText(text(lastLogo.description));
  const zoomIn = preview.getByRole('button', { name: text('preview.zoomIn') });
  await expect(preview.getByRole('toolbar')).toContainText(`${logos.length} / ${logos.length}`);
  await expect(preview.getByRole('button', { name: text('preview.previous') })).toBeFocused();
  for (let press = 0; press < 98; press += 1) await page.keyboard.press('+');
  await expect(preview.getByRole('status')).toHaveText('5000%');
  await expect(zoomIn).toHaveAttribute('aria-disabled', 'true');
  const rows = async () => {
    const buttons = await preview.getByRole('button').all();
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
    return new Set(boxes.map((box) => box?.y)).size;
  };
  expect(await rows()).toBe(1);
  await page.setViewportSize({ width: 568, height: 320 });
  expect(await rows()).toBe(1);

  await page.keyboard.press('0');
  const picture = await boxOf(preview.getByRole('img'));
  expect((await boxOf(story)).x).toBeGreaterThanOrEqual(picture.x + picture.width);
  expect(picture.height).toBeGreaterThan(240);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a swipe moves to the next picture, and every button is 44 px large', async ({ page }) => {
    const { preview, picture } = await openPicture(page);
    await expect(preview.getByRole('toolbar')).toContainText(`1 / ${count}`);
    const swipe = { pointerType: 'touch', isPrimary: true, bubbles: true };
    await picture.dispatchEvent('pointerdown', { ...swipe, clientX: 300, clientY: 400 });
    await picture.dispatchEvent('pointerup', { ...swipe, clientX: 120, clientY: 410 });
    await expect(preview.getByRole('toolbar')).toContainText(`2 / ${count}`);
    for (const button of await preview.getByRole('button').all()) {
      const { y, width, height } = await boxOf(button);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(y).toBeGreaterThan(700);
    }
  });

  test('two fingers zoom the picture in its steps, not the window; so does the wheel', async ({
    page,
  }) => {
    const { picture, scale } = await openPicture(page);
    const { x, y, width, height } = await boxOf(picture);
    const [middle, across] = [x + width / 2, y + height / 2];
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart
          ? [-apart, apart].map((by, id) => ({ x: middle + by, y: across, id }))
          : [],
      });
    await touch('touchStart', 40);
    await touch('touchMove', 70);
    await touch('touchMove', 101);
    await touch('touchEnd');
    await expect(scale).toHaveText('250%');
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    await page.mouse.move(middle, across);
    await page.mouse.wheel(0, 100);
    await expect(scale).toHaveText('200%');
  });
});
