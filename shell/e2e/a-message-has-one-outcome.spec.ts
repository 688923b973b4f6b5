import type { Route } from '@playwright/test';
import { contactForm, holdMessages } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

const json = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

const outcomes: [string, (route: Route) => Promise<void>, string, number, string][] = [
  ['sent', json(200, true), 'success', 5, text('hints.mailSuccess')],
  ['kept', json(200, false), 'warning', 5, text('hints.mailFailure')],
  ['too many', json(429, {}), 'error', 10, text('contact.faults.tooMany')],
  ['not accepted', json(503, {}), 'error', 10, 'Service Unavailable'],
];

for (const [name, answer, kind, seconds, words] of outcomes)
  test(`${name}: one hint, ${kind}, for ${seconds} s, in the place of the loading one`, async ({
    page,
  }) => {
    await page.clock.install({ time: 0 });
    await page.goto('/contact');
    const form = contactForm(page);
    const said = form.hint.getByText(words);
    const announcer = page.locator('[role=status][aria-live=assertive]');
    await form.fill({ email: 'zoe@example.org', message: 'Hello' });
    const held = await holdMessages(page, answer);
    await form.send.click();
    await expect(form.hint).toHaveAttribute('data-kind', 'loading');
    await expect(form.hint).toContainText(text('hints.loading'));
    // From here on time passes only by our word.
    await page.clock.pauseAt(60_000);
    held.letGo();
    await expect(said).toBeVisible();
    await expect(form.hint).toHaveCount(1);
    await expect(form.hint).toHaveAttribute('data-kind', kind);
    await page.clock.runFor(200);
    await expect(announcer.filter({ hasText: words })).toBeAttached();
    await page.clock.runFor(seconds * 1000 - 400);
    await expect(said).toBeVisible();
    await page.clock.runFor(400);
    await expect(form.hint).toHaveCount(0);
    await expect(form.message).toHaveValue(kind === 'success' ? '' : 'Hello');
  });

test('no answer: the loading hint stays for 60 s, then the page gives up and says so', async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.goto('/contact');
  const form = contactForm(page);
  await form.fill({ email: 'zoe@example.org', message: 'Hello' });
  const held = await holdMessages(page, (route) => route.abort());
  await page.clock.pauseAt(60_000);
  await form.send.click();
  // The first hint brings its own file along.
  await page.clock.runFor(1000);
  await expect(form.hint).toHaveAttribute('data-kind', 'loading');
  await page.clock.runFor(58_500);
  await expect(form.hint).toHaveAttribute('data-kind', 'loading');
  await page.clock.runFor(700);
  await expect(form.hint.getByText(text('contact.faults.noAnswer'))).toBeVisible();
  await expect(form.hint).toHaveCount(1);
  await expect(form.hint).toHaveAttribute('data-kind', 'error');
  await expect(form.message).toHaveValue('Hello');
  await expect(form.send).toHaveAttribute('aria-disabled', 'false');
  held.letGo();
});
