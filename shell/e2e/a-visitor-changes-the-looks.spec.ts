import { projects, projectThat } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { holdRequests } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

test('skeletons replace texts until a slow answer arrives', async ({ page, header, heading }) => {
  const texts = await holdRequests(page, `**/api/locales/${otherLanguage}?*`);
  await page.goto('/home');
  await header.language.selectOption(otherLanguage);
  await expect(heading.locator('[aria-busy=true]').first()).toBeVisible();
  await expect(page.getByRole('main').locator('div[aria-busy=true]').first()).toBeVisible();
  await expect(heading.getByText(text('home.header.start'))).toHaveCSS('opacity', '0');
  // Hidden names remain accessible names.
  await expect(header.link('contact')).toBeVisible();
  texts.release();
  await expect(heading).toContainText(text('home.header.accent', otherLanguage));
  await expect(page.locator('[aria-busy=true]:not(img)')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', otherLanguage);
  const name = text('header.navigation', otherLanguage);
  await expect(page.getByRole('navigation', { name })).toBeVisible();
});

test('choices reach all tabs and keep the address', async ({ page, context, header, heading }) => {
  await page.goto('/contact?language=en&pig=1#email');
  const other = await context.newPage();
  await other.goto('/contact');
  await expect(other.locator('html[data-ready]')).toBeAttached();
  await header.language.selectOption(otherLanguage);
  await header.theme.selectOption('light');
  const title = text('contact.title', otherLanguage);
  await expect(heading).toHaveText(title);
  await expect(page).toHaveURL('/contact?pig=1#email');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  // The document is in another language than the visitor's.
  await context.clearCookies();
  await page.reload();
  await expect(heading).toHaveText(title);
});

test('the scrollbar is in the theme, and all of a choice can be pressed', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.locator('html')).not.toHaveCSS('scrollbar-color', 'auto');
  await expect(page.locator('header select[autocomplete=off]')).toHaveCount(2);
  // Phones zoom into selects with smaller letters; all of its face is pressed.
  for (const select of await page.getByRole('combobox').all()) {
    await expect(select).toHaveCSS('font-size', '16px');
    expect(await select.boundingBox()).toEqual(await select.locator('..').boundingBox());
  }
});

test('page and pictures stay until the new language has arrived', async ({ page, header }) => {
  const project = projectThat('pictures in each language', ({ images }) =>
    images.some(({ path }) => path.includes('{language}')),
  );
  const ofOther = new RegExp(`/${project.slug}/.*-${otherLanguage}\\b.*(avif|webp)`);
  const held = await holdRequests(page, ofOther);
  // Simulates a computer with slow frames while the texts change.
  await page.addInitScript(() => {
    const frame = requestAnimationFrame;
    globalThis.requestAnimationFrame = (act) => {
      const isSlow = document.documentElement.dataset.change === 'texts arriving';
      return isSlow ? Number(setTimeout(() => frame(act), 250)) : frame(act);
    };
  });
  await page.goto('/portfolio');
  const article = page.getByRole('article').nth(projects.indexOf(project));
  const pictures = article.locator('ul img:visible');
  await pictures.first().scrollIntoViewIfNeeded();
  const busy = pictures.and(page.locator('[aria-busy]'));
  await expect(busy).toHaveCount(0);
  const least = page.evaluate(leastSeenOfOld);
  await header.language.selectOption(otherLanguage);
  expect(await least).toBe(1);
  await expect(page.getByText(text('portfolio.end', otherLanguage).slice(0, 20))).toBeVisible();
  await expect(pictures.first()).toHaveAttribute('src', ofOther);
  await expect(busy).toHaveCount(0);
  held.release();
});

/** Runs in the page: the lowest opacity of the previous page until the new texts are visible. */
function leastSeenOfOld(): Promise<number> {
  const root = document.documentElement;
  let least: number | undefined;
  return new Promise((done) => {
    const looking = setInterval(() => {
      const seen = getComputedStyle(root, '::view-transition-old(root)').opacity;
      const isArriving = root.dataset.change === 'texts arriving';
      if (isArriving && seen) least = Math.min(least ?? 1, Number(seen));
      if (isArriving || least === undefined) return;
      clearInterval(looking);
      done(least);
    }, 10);
  });
}
