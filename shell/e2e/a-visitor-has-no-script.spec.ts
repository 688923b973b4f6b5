import type { Page } from '@playwright/test';
import { contactForm } from './fixtures/contact-form.ts';
import { colorOf, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { startSite } from './fixtures/running-site.ts';
import { text } from './fixtures/text.ts';

// The browser calls a form that is refused an error.
test.use({ javaScriptEnabled: false, expectedErrors: [/status of 400/] });

const background = (page: Page) =>
  page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);

/** Scrolls through the page, so that late pictures come, and names those that did not. */
const missingPictures = (page: Page) =>
  page.evaluate(async () => {
    const pictures = [...document.querySelectorAll('img')];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    return pictures.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
  });

const otherThan = { dark: 'light', light: 'dark' } as const;

for (const theme of ['dark', 'light'] as const)
  test(`in the ${theme} theme of the system every page reads, shows its pictures and links on`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/home');
    expect(await background(page)).toBe(colorOf(theme, '--background'));
    // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen counts
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(1000);
    expect(await missingPictures(page)).toEqual([]);
    // What needs script is not offered, and where to write is said in the language of the page.
    for (const name of [text('header.theme.theme'), text('header.language.language')])
      await expect(page.getByRole('combobox', { name })).toBeHidden();
    await expect(page.locator('noscript p')).toHaveCount(1);
    await expect(page.locator('noscript p')).toContainText(text('site.withoutScript.read'));

    await page.getByRole('link', { name: 'Portfolio', exact: true }).first().click();
    await expect(page).toHaveURL('/portfolio');
    expect(await background(page)).toBe(colorOf(theme, '--background'));
    // Both texts of a project, of which the app shows one at a time.
    const panels = page.locator('[role=tabpanel]');
    await expect(panels).toHaveCount(projects.flatMap(({ texts }) => texts).length);
    for (const panel of await panels.all()) await expect(panel).toBeVisible();
    // What is drawn for either theme is shown in this one.
    const drawn = page.locator('main li img:visible');
    await expect(drawn.and(page.locator(`[src*='-${theme}-']`))).not.toHaveCount(0);
    await expect(drawn.and(page.locator(`[src*='-${otherThan[theme]}-']`))).toHaveCount(0);
    expect(await missingPictures(page)).toEqual([]);
  });

test('a message is sent from the page itself, and one without an address is given back', async ({
  page,
  inbox,
}) => {
  await page.goto('/contact?language=de');
  await expect(page.getByRole('button')).toHaveCount(1);
  const form = contactForm(page);
  const outcome = page.locator('#outcome');
  await form.fill({
    firstName: 'Zoë',
    email: 'zoe@example',
    message: '<b>Liebes Schwein</b>,\n\nhallo ohne Skript',
  });
  await form.send.click();
  await expect(outcome).toContainText(text('hints.faultyMail', 'de'));
  await expect(page).toHaveURL('/contact?language=de');
  await expect(form.message).toHaveValue('<b>Liebes Schwein</b>,\n\nhallo ohne Skript');
  await expect(form.firstName).toHaveValue('Zoë');
  await expect(form.email).toHaveAttribute('aria-invalid', 'true');

  await form.email.fill('zoe@example.org');
  await form.send.click();
  await expect(outcome).toContainText(text('hints.mailSuccess', 'de'));
  await expect(form.message).toHaveValue('');
  const mail = () => inbox.mails.find(({ text }) => text?.includes('hallo ohne Skript'));
  expect(mail()?.replyTo?.value).toEqual([{ name: 'Zoë', address: 'zoe@example.org' }]);
  expect(mail()?.text).toContain('<b>Liebes Schwein</b>,\n\nhallo ohne Skript');
});

test('where pages are not prerendered it is said in every language how to write anyway', async ({
  page,
}) => {
  const site = await startSite({ PRERENDER: 'off' });
  await page.goto(`${site.url}/home`);
  await expect(page.locator('noscript p')).toHaveCount(2);
  for (const language of ['de', 'en']) {
    const help = page.locator(`noscript p[lang=${language}]`);
    await expect(help).toContainText(text('site.withoutScript.empty', language));
    await expect(help.locator('a')).toHaveAttribute('href', /^mailto:/);
  }
  await site.stop();
});
