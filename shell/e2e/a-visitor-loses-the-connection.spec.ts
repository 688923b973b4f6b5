import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

// Whatever the browser says of what it cannot fetch.
test.use({ expectedErrors: [/./], permissions: ['clipboard-read', 'clipboard-write'] });

test('offline the page stays and says what did not work: sending, copying, another language, a larger picture', async ({
  page,
  context,
}) => {
  test.slow();
  const hint = page.locator('[data-kind]');
  await page.goto('/contact');
  const form = contactForm(page);
  await form.fill({ email: 'ida@example.org', message: 'Half a sentence' });
  await context.setOffline(true);
  await form.send.click();
  await expect(hint).toContainText(text('contact.faults.notReached'));
  await expect(form.message).toHaveValue('Half a sentence');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('contact.title'));

  // Without a word said before, there is nothing yet to say it with.
  await context.setOffline(false);
  await page.goto('/contact');
  await context.setOffline(true);
  await page.getByRole('button', { name: text('contact.findMe.copyEmail') }).click();
  await expect(hint).toContainText(text('contact.hints.copied'));
  await expect(page.getByRole('banner')).toBeVisible();

  await context.setOffline(false);
  await page.goto('/home');
  const title = page.getByRole('heading', { name: text('home.mascot.title') });
  await context.setOffline(true);
  await page.getByRole('combobox', { name: text('header.language.language') }).selectOption('de');
  await expect(hint).toContainText(text('notices.languageFailed'));
  await expect(title).toBeVisible();
  await page
    .getByRole('button', { name: text('preview.open') })
    .first()
    .click();
  await expect(hint.filter({ hasText: text('preview.unavailable') })).toBeVisible();
  await expect(title).toBeVisible();
});

test('a section that was asked for offline comes with the connection, or at the next visit to it', async ({
  page,
  context,
}) => {
  const link = (key: string) =>
    page.getByRole('link', { name: text(`header.links.${key}`) }).first();
  const title = page.getByRole('heading', { level: 1 });
  const failed = page.getByRole('alert').filter({ hasText: text('notices.sectionFailed.title') });
  await page.goto('/home');
  await page.evaluate(() => (document.body.dataset.load = 'first'));
  await context.setOffline(true);
  await link('portfolio').click();
  await expect(failed).toBeVisible();
  await link('contact').click();
  await expect(page).toHaveTitle(new RegExp(text('header.links.contact')));
  await expect(failed).toBeVisible();
  await context.setOffline(false);
  await expect(title).toHaveText(text('contact.title'));
  await link('portfolio').click();
  await expect(title).toHaveText(text('portfolio.title'));
  await expect(page.locator('body')).toHaveAttribute('data-load', 'first');
});
