import owner from '../kit/owner.json' with { type: 'json' };
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test('the address without a path leads home', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
});

for (const [path, heading] of [
  ['/home', text('home.header.accent')],
  ['/home/', text('home.header.accent')],
  ['/portfolio', text('portfolio.title')],
  ['/contact', text('contact.title')],
] as const)
  test(`a deep link opens ${path} at once`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
  });

test('the tabs lead from section to section without a reload', async ({ page }) => {
  await page.goto('/home');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const navigation = page.getByRole('navigation');
  await navigation.getByRole('link', { name: 'Portfolio' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('portfolio.title'));
  await expect(navigation.getByRole('link', { name: 'Portfolio' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text('home.header.accent'));
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test.describe('a path that is no page', () => {
  test.use({ expectedErrors: [/404 \(Not Found\).*no-such-page/] });

  test('says so with its picture and its words, and leads home', async ({ page }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: '404: Womp Womp' })).toBeVisible();
    await expect(page.getByText('The page under this link doesnt exist')).toBeVisible();
    await expect(page.getByRole('main').getByRole('img')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/home');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a menu lists the entries with icons', async ({ page }) => {
    await page.goto('/home');
    const menu = page.getByRole('button', { name: 'Menu' });
    const contact = page.getByRole('link', { name: 'Contact' });
    await expect(contact).toBeHidden();
    await menu.click();
    await expect(contact).toBeVisible();
    await expect(contact.locator('svg')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(contact).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await contact.click();
    await expect(page).toHaveURL('/contact');
    await expect(contact).toBeHidden();
  });
});

test('the layout follows the window at exactly 4/3 and 3/4', async ({ page }) => {
  const menu = page.getByRole('button', { name: 'Menu' });
  await page.setViewportSize({ width: 601, height: 800 });
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(menu).toBeHidden();
});

test('the header is 64 px high and shows the name', async ({ page }) => {
  await page.goto('/home');
  const header = page.getByRole('banner');
  await expect(header).toContainText(owner.name);
  expect((await header.boundingBox())?.height).toBe(64);
});
