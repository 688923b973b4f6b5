import { games, owner } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { saying, text } from './fixtures/text.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const copied = () => navigator.clipboard.readText();

test('each way to the owner works, is explained, and can be copied', async ({ page, form }) => {
  await page.goto('/contact');
  const ways = [
    [owner.phone && `tel:${owner.phone.replaceAll(' ', '')}`, 'contact.findMe.phone'],
    [`mailto:${owner.email}`, 'contact.findMe.email'],
    ...owner.profiles.map(({ url, label }) => [url, label]),
  ].filter(([target]) => target !== '');
  const links = page.getByRole('region', { name: text('contact.findMe.title') }).getByRole('link');
  await expect(links).toHaveCount(ways.length);
  for (const [index, [target = '', way]] of ways.entries()) {
    const link = links.nth(index);
    await expect(link).toHaveAttribute('href', target);
    if (target.startsWith('https:')) {
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer me');
      await expect(link).toHaveAccessibleName(saying(text('links.newTab')));
    }
    await link.focus();
    const tooltip = text(`${way}Tooltip`);
    await expect(page.getByRole('tooltip')).toHaveText(tooltip);
    await expect(link).toHaveAccessibleDescription(tooltip);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toBeHidden();
    await expect(link).toBeFocused();
  }
  const [link, tooltip] = [links.first(), page.getByRole('tooltip')];
  await link.hover();
  await expect(tooltip).toBeVisible();
  const [above, below] = [await link.boundingBox(), await tooltip.boundingBox()];
  const { x = 0, y = 0, height = 0 } = above ?? {};
  expect([below?.x, below?.y]).toEqual([x, y + height + 6]);
  await page.evaluate(() => scrollBy(0, 20));
  await expect(tooltip).toBeHidden();

  for (const [key, value] of Object.entries({ copyPhone: owner.phone, copyEmail: owner.email })) {
    if (value === '') continue;
    await expect(page.getByRole('link', { name: value, exact: true })).toBeVisible();
    await page.getByRole('button', { name: text(`contact.findMe.${key}`) }).click();
    await expect.poll(() => page.evaluate(copied), key).toBe(value);
    await expect(form.hint).toContainText(text('hints.copied'));
    await expect(form.hint).toHaveAttribute('data-kind', 'success');
  }
  await page.context().clearPermissions();
  await page.getByRole('button', { name: text('contact.findMe.copyEmail') }).click();
  await expect(form.hint.filter({ hasText: text('hints.copyRefused') })).toBeVisible();
});

test('home links to its evidence, and ends with ways to reach the owner', async ({ page }) => {
  await page.goto('/home');
  const numbers = page.getByRole('listitem').filter({ has: page.locator('b') });
  const count = (owner.repository ? 2 : 0) + (games.length > 0 ? 1 : 0);
  await expect(numbers).toHaveCount(count);
  for (const measured of owner.repository ? ['script', 'wait'] : []) {
    const number = numbers.filter({ hasText: text(`home.proof.${measured}`) });
    await expect(number).toHaveText(/^[1-9]\d+/);
    const proof = `a[href^="${owner.repository}/blob/main/shell/bench/result.md#"]`;
    await expect(number.locator(proof)).toBeVisible();
  }
  if (games.length > 0) {
    const counted = numbers.filter({ hasText: text('home.proof.games') });
    await expect(counted).toHaveText(new RegExp(`^${games.length}`));
    await counted.getByRole('link').click();
    await expect(page.locator('#games')).toBeInViewport();
    await expect(page.locator('#games').getByRole('listitem')).toHaveCount(games.length);
  }

  test.skip(text('home.close.title') === '', 'The owner has no last word');
  const main = page.getByRole('main');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(main.getByRole('heading').last()).toHaveText(text('home.close.title'));
  await expect(main.getByText(text('home.close.answer'))).toBeVisible();
  await expect(main.locator(`a[href="mailto:${owner.email}"]`)).toHaveText(owner.email);
  await main.getByRole('button', { name: text('home.close.copy') }).click();
  await expect.poll(() => page.evaluate(copied)).toBe(owner.email);
  for (const { url } of owner.profiles)
    await expect(main.locator(`a[rel~=me][href="${url}"]`)).toBeVisible();
  const write = main.getByRole('link', { name: text('home.header.write') });
  await write.last().click();
  await expect(page).toHaveURL(/\/contact$/);
});
