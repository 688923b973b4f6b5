import owner from '../kit/owner.json' with { type: 'json' };
import { expect, test } from './fixtures/fixtures.ts';

test('the first screen says who this is, and leads to the games and to the contact form', async ({
  page,
}) => {
  await page.goto('/home');
  const main = page.getByRole('main');
  for (const fact of [owner.place, 'Independent game and web developer', 'Open to work'])
    await expect(main.locator('header')).toContainText(fact);
  await main.getByRole('link', { name: 'See my games' }).click();
  await expect(page.getByRole('heading', { name: 'My games' })).toBeInViewport();
  await main.getByRole('link', { name: 'Write to me' }).click();
  await expect(page).toHaveURL('/contact');
});

test('on a small phone the first game is reached within one and a half screens', async ({
  page,
}) => {
  const tile = page.getByRole('link', { name: /^Truffle Trumps/ });
  const end = async () => {
    const box = await tile.boundingBox();
    return box && box.y + box.height;
  };
  for (const language of ['en', 'de']) {
    await page.goto(`/home?language=${language}`);
    for (const [width, height] of [
      [375, 667],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(end).toBeLessThan(1.5 * height);
    }
  }
});

test('the tile of a game leads to its project, which is in sight and has the focus', async ({
  page,
}) => {
  await page.goto('/home');
  await page.getByRole('link', { name: /^Wall & Order.*In development$/ }).click();
  await expect(page).toHaveURL('/portfolio#wall-and-order');
  const project = page.getByRole('article', { name: 'Wall & Order' });
  await expect(project).toBeFocused();
  await expect(project.getByRole('heading', { name: 'Wall & Order' })).toBeInViewport();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My games' })).toBeAttached();
});

test('an address that names a project goes there on the first load, too', async ({ page }) => {
  await page.goto('/portfolio#mud-inc');
  const project = page.getByRole('article', { name: 'Mud Inc.' });
  await expect(project).toBeFocused();
  await expect(project.getByRole('heading', { name: 'Mud Inc.' })).toBeInViewport();
});

test('a link within a text stays on the site and keeps what was chosen for the visit', async ({
  page,
}) => {
  await page.goto('/home?language=de');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('link', { name: 'im Portfolio' }).click();
  await expect(page).toHaveURL('/portfolio?language=de#website');
  await expect(page.getByRole('article', { name: 'Diese Website' })).toBeFocused();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('every project says in short what there is to know', async ({ page }) => {
  await page.goto('/portfolio');
  const project = page.getByRole('article', { name: 'Wall & Order' });
  for (const fact of ['In development', 'Desktop browsers', 'All but the music'])
    await expect(project.getByText(fact, { exact: true })).toBeVisible();
});

test('the last line names the releases of the page and their age, and asks nobody for it', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/contact');
  const footer = page.getByRole('main').locator('footer');
  // The ages are written when the line is seen.
  await footer.scrollIntoViewIfNeeded();
  for (const name of ['shell', 'home', 'portfolio', 'contact'])
    await expect(footer.getByRole('listitem').filter({ hasText: name })).toHaveText(
      /(this minute|ago)$/,
    );
  expect(calls.filter((path) => path.startsWith('/api/') && !path.includes('locales'))).toEqual([]);
});

test('who writes can read what becomes of the message', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByText('goes to me alone')).toBeVisible();
  const details = page.getByText('deleted from the server');
  await expect(details).toBeHidden();
  await page.getByText('step by step').click();
  await expect(details).toBeVisible();
});
