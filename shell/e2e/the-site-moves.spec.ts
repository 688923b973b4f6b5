import { expect, test } from './fixtures/fixtures.ts';
import { holdRequests } from './fixtures/requests.ts';
import { otherLanguage, text } from './fixtures/text.ts';

declare global {
  var seen: string[];
}

for (const [reducedMotion, names, changes] of [
  ['no-preference', 'portfolio contact home', 'forward forward back bricks texts'],
  ['reduce', 'contact', ''],
] as const)
  test(`changes move in their direction; motion: ${reducedMotion}`, async ({ page, header }) => {
    await page.emulateMedia({ reducedMotion });
    // Records the view transitions, by direction or kind.
    await page.addInitScript(() => {
      globalThis.seen = [];
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (options) => {
        const types = typeof options === 'object' ? options.types : null;
        globalThis.seen.push(types?.join(' ') ?? document.documentElement.dataset.change ?? '');
        return start(options);
      };
    });
    await page.goto('/home');
    for (const name of names.split(' ')) {
      await header.link(name).click();
      await expect(page.getByRole('status')).toHaveText(text(`${name}.document.title`));
    }
    await header.theme.selectOption('light');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await header.language.selectOption(otherLanguage);
    await expect(page.locator('html')).toHaveAttribute('lang', otherLanguage);
    expect(await page.evaluate(() => globalThis.seen.filter(Boolean).join(' '))).toBe(changes);
  });

test('a choice during the capture of a page takes effect', async ({ page, header, heading }) => {
  await page.goto('/home');
  await page.evaluate((language) => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (options) => {
      document.startViewTransition = start;
      // Runs before the browser has captured the page.
      queueMicrotask(() => {
        const choice = document.querySelector<HTMLSelectElement>('select[name=language]');
        if (choice) choice.value = language;
        for (const sign of ['input', 'change'])
          choice?.dispatchEvent(new Event(sign, { bubbles: true }));
      });
      return start(options);
    };
  }, otherLanguage);
  await header.link('contact').click();
  await expect(header.language).toHaveValue(otherLanguage);
  await expect(heading).toHaveText(text('contact.title', otherLanguage));
});

test('a click marks its tab; a slow section is announced', async ({ page, header, heading }) => {
  const section = await holdRequests(page, /releases\/portfolio\/.*\.mjs/);
  await page.goto('/contact');
  await expect(page.getByRole('status')).toBeEmpty();
  await header.link('portfolio').click();
  await expect(header.link('portfolio')).toHaveAttribute('aria-current', 'page');
  const coming = text('header.coming').replace('{page}', text('header.links.portfolio'));
  await expect(page.getByRole('status')).toHaveText(coming);
  await expect(heading).toHaveText(text('contact.title'));
  section.release();
  await expect(heading).toHaveText(text('portfolio.title'));
  await expect(page.getByRole('status')).toHaveText(text('portfolio.document.title'));
});
