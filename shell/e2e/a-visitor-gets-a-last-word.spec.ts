import owner from '../kit/owner.json' with { type: 'json' };
import { games } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test('each number of the home page links to its evidence', async ({ page }) => {
  await page.goto('/home');
  const numbers = page.getByRole('listitem').filter({ has: page.locator('b') });
  const count = (owner.repository ? 2 : 0) + (games.length > 0 ? 1 : 0);
  await expect(numbers).toHaveCount(count);
  for (const measured of owner.repository ? ['script', 'wait'] : []) {
    const number = numbers.filter({ hasText: text(`home.proof.${measured}`) });
    await expect(number).toHaveText(/^[1-9]\d+/);
    const proof = new RegExp(
      `^${RegExp.escape(owner.repository)}/blob/main/shell/bench/result\\.md#`,
    );
    await expect(number.getByRole('link')).toHaveAttribute('href', proof);
  }
  test.skip(games.length === 0, 'There is no game to count');
  const counted = numbers.filter({ hasText: text('home.proof.games') });
  await expect(counted).toHaveText(new RegExp(`^${games.length}`));
  await counted.getByRole('link').click();
  await expect(page.locator('#games')).toBeInViewport();
  await expect(page.locator('#games').getByRole('listitem')).toHaveCount(games.length);
});

test('home ends with ways to reach the owner, whose address is copied with one press', async ({
  page,
  context,
}) => {
  test.skip(text('home.close.title') === '', 'The owner has no last word');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/home');
  const main = page.getByRole('main');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(main.getByRole('heading').last()).toHaveText(text('home.close.title'));
  await expect(main.getByText(text('home.close.answer'))).toBeVisible();
  await expect(main.getByRole('link', { name: owner.email })).toHaveAttribute(
    'href',
    `mailto:${owner.email}`,
  );
  await main.getByRole('button', { name: text('home.close.copy') }).click();
  await expect(page.locator('[data-kind=success]')).toContainText(text('hints.copied'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(owner.email);
  for (const { url } of owner.profiles)
    await expect(main.locator(`a[rel~=me][href="${url}"]`)).toBeVisible();
  await main
    .getByRole('link', { name: text('home.header.write') })
    .last()
    .click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('on paper home ends with the address, without the button', async ({ page }) => {
  test.skip(text('home.close.title') === '', 'The owner has no last word');
  await page.goto('/home');
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading').last()).toHaveText(text('home.close.title'));
  await expect(main.getByRole('link', { name: owner.email })).toBeVisible();
  await expect(main.getByRole('link', { name: text('home.header.write') })).toHaveCount(0);
});
