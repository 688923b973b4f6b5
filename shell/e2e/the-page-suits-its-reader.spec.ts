import { owner, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { firstLine, otherLanguage, text } from './fixtures/text.ts';

test('forced colours keep edges, icons, the focus and the open tab visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/home');
  const look = await page.evaluate(() => ({ ...getComputedStyle(document.body) }));
  const { backgroundColor: ground, color: ink } = look;
  await expect(page.locator('hr').first()).toHaveCSS('background-color', ink);
  await page.goto('/contact');
  await expect(page.locator('button[type=submit]')).not.toHaveCSS('border-top-color', ground);
  await expect(page.locator('header svg').first()).not.toHaveCSS('stroke', ground);
  const open = page.locator('nav a[aria-current=page]:visible');
  await expect(open).not.toHaveCSS('border-bottom-color', ground);
  const other = page.locator('nav a:not([aria-current]):visible').first();
  await expect(other).toHaveCSS('border-bottom-color', ground);
  for (const _stop of ['skip', 'home']) await page.keyboard.press('Tab');
  await expect(page.locator('nav a:focus')).toHaveCSS('outline-style', 'solid');
});

test('a visitor who prefers reduced motion gets none', async ({ page, header, form }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/api/contact', async () => {});
  await page.goto('/contact');
  await form.fill({ email: 'zoe@example.org' });
  await form.send.click();
  await expect(form.hint).toHaveAttribute('data-kind', 'loading');
  // With reduced motion an animation takes a millisecond, of which a slow machine shows the beginning.
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1)
        .map((animation) => (animation as CSSAnimation).animationName),
    );
  expect(await moving()).toEqual([]);
  await page.goto('/portfolio');
  await page.getByRole('article').first().getByRole('button').first().hover();
  expect(await moving()).toEqual([]);
  await header.language.selectOption(otherLanguage);
  const link = text('header.links.contact', otherLanguage);
  await expect(page.getByRole('link', { name: link }).first()).toBeVisible();
  expect(await moving()).toEqual([]);
});

test('on paper the page is light, without controls', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/portfolio');
  await expect(page.getByRole('banner')).toHaveText(owner.name, { useInnerText: true });
  await expect(page.getByRole('tab')).toHaveCount(0);
  // All tabs are printed.
  for (const { text: path } of projects.flatMap(({ texts }) => texts))
    await expect(page.getByText(firstLine(path)).first()).toBeVisible();
  const pictures = page.locator('img:visible');
  const drawn = await pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).src));
  expect(drawn.filter((address) => /-dark-\d/.test(address))).toEqual([]);
});

test('a CV made by one command is one sheet on A4 and on Letter, in each language', {
  tag: '@slow',
}, async ({ page, heading, ownSite, team }) => {
  for (const words of ['new cv --cv', 'deploy cv'])
    await ownSite.command(words, { cwd: team.folder });
  const usual = '0.4in';
  const margin = { top: usual, bottom: usual, left: usual, right: usual };
  for (const [language, name] of Object.entries({ en: 'Your Name', de: 'Dein Name' })) {
    await page.goto(`${ownSite.url}/cv?language=${language}`);
    await expect(heading).toHaveText(name);
    for (const format of ['A4', 'Letter']) {
      const paper = await page.pdf({ format, margin });
      expect(String(paper).match(/\/Type \/Page\b/g)).toHaveLength(1);
    }
  }
});
