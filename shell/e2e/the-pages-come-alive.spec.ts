import { projectThat } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const toy = (key: string) => text(`portfolio.puddle.${key}`);

test('the puddle can be played by keyboard, up to its shovel', async ({ page }) => {
  const { name, externalLinks } = projectThat('a puddle', ({ puddle }) => puddle !== undefined);
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: text(name) });
  const start = project.getByRole('button', { name: toy('try') });
  const puddle = project.getByRole('button', { name: toy('press') });
  await start.press('Enter');
  await expect(puddle).toBeFocused();
  const mud = (count: number) => toy('count').replace('{mud}', String(count));
  const count = project.getByRole('status');
  for (let presses = 0; presses < 14; presses += 1) await page.keyboard.press('Enter');
  await expect(count).toHaveText(mud(14));
  await page.keyboard.press('Space');
  await expect(count).toHaveText(mud(15) + toy('shovel'));
  await page.keyboard.press('Tab');
  const whole = project.getByRole('link', { name: toy('whole') });
  await expect(whole).toBeFocused();
  await expect(whole).toHaveAttribute('href', externalLinks[0]?.url ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(start).toBeFocused();
  // A pointer reaches the picture around it, and the puddle.
  await project.locator('[aria-hidden=true]:has(img)').first().click({ trial: true });
  await start.click({ trial: true });
  await page.keyboard.press('Enter');
  await puddle.click({ trial: true });
  await expect(count).toContainText(mud(15));
  await page.keyboard.press('Escape');
  await expect(start).toBeFocused();
});

test('the pig looks at focus and pointer, unless motion is reduced', async ({ page }) => {
  for (const isWelcome of [true, false]) {
    await page.emulateMedia({ reducedMotion: isWelcome ? 'no-preference' : 'reduce' });
    await page.goto('/home');
    const eyes = page.locator('header div:has(> img[src$="gaze.svg"])');
    await page.locator('main a[href="/contact"]').first().focus();
    await expect(eyes).toHaveCount(isWelcome ? 1 : 0);
    const drawn = page.locator('main header img');
    expect(await drawn.last().boundingBox()).toEqual(await drawn.first().boundingBox());
    const look = () =>
      eyes.evaluateAll((all) =>
        all.map((it) => it.style.cssText.replaceAll(/(\.\d)\d*/g, '$1')).join(),
      );
    const link = page.getByRole('banner').getByRole('link').first();
    await link.hover();
    const atLink = await look();
    const { x = 0, y = 0, width = 0, height = 0 } = (await drawn.first().boundingBox()) ?? {};
    await page.mouse.move(x + width / 2 - 150, y + height / 3 + 200);
    expect(await look()).toBe(isWelcome ? '--across: -0.6%; --down: 0.8%;' : '');
    await link.focus();
    expect(await look()).toBe(atLink);
  }
});
