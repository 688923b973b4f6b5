import type { Page, Route } from '@playwright/test';
import { bringAxe, expectNoViolation } from './fixtures/axe.ts';
import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf, releaseNewWords } from './fixtures/releases.ts';
import { text } from './fixtures/text.ts';

// What is asked for in vain here: a page, texts, a section, and to send a message.
test.use({ expectedErrors: [/no-such-page|api\/(contact|locales)|remoteEntry/] });
test.beforeEach(({ page }) => bringAxe(page));

/** Only small windows have one. */
async function openMenu(page: Page): Promise<boolean> {
  const opener = page.getByRole('button', { name: text('header.menu'), exact: true });
  if (!(await opener.isVisible())) return false;
  if (!(await page.locator('[popover=auto]').isVisible())) await opener.click();
  return true;
}

for (const path of ['/home', '/portfolio', '/contact', '/no-such-page'])
  test(`axe finds nothing on ${path}, with its menu, and while a language loads`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolation(page, path);
    await expectNoViolation(page, 'the menu is open', () => openMenu(page));
    await page.keyboard.press('Escape');
    await page.route('**/api/locales/de*', () => {});
    await page.getByLabel('Language').selectOption('de');
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
    await expectNoViolation(page, 'while a language loads');
  });

test('axe finds nothing in a preview', async ({ page, site }) => {
  await page.goto(`/home?preview=home@${await idOf(site, 'home')}`);
  await expect(page.getByRole('complementary')).toBeVisible();
  await expectNoViolation(page, 'with the badge');
});

test('axe finds nothing with a tooltip', async ({ page }) => {
  await page.goto('/contact');
  await expectNoViolation(page, 'with a tooltip', async () => {
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: text('contact.findMe.copyPhone') }).hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
  });
});

test('axe finds nothing on the other tabs, and with a picture open', async ({ page }) => {
  await page.goto('/portfolio');
  for (const tab of await page.getByRole('tab', { name: text('portfolio.tabs.tech') }).all())
    await tab.click();
  await expectNoViolation(page, 'the tabs about technology');
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expectNoViolation(page, 'with a picture open');
});

test('axe finds nothing when a section cannot be loaded', async ({ page }) => {
  await page.route('**/releases/home/*/remoteEntry*', (route) => route.abort());
  await page.goto('/home');
  const notice = page.getByRole('alert');
  // A picture that still comes says so.
  await expectNoViolation(page, 'a section', () =>
    expect(notice.locator('img:not([aria-busy])')).toBeVisible(),
  );
});

/** A hint stays while its reader looks at another window. */
async function expectNoViolationWith(page: Page, kind: string): Promise<void> {
  await expect(page.locator(`[data-kind=${kind}]`)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expectNoViolation(page, `with a hint of ${kind}`);
  await expect(page.locator(`[data-kind=${kind}]`)).toBeVisible();
}

const outcomes: Record<string, { email: string; answer: (route: Route) => unknown }> = {
  // Never answered: the message stays on its way.
  loading: { email: 'zoe@example.org', answer: () => {} },
  success: { email: 'zoe@example.org', answer: (route) => route.continue() },
  warning: {
    email: 'zoe@example.org',
    answer: (route) => route.fulfill({ contentType: 'application/json', body: 'false' }),
  },
  error: { email: 'zoe@', answer: (route) => route.continue() },
};

for (const [kind, { email, answer }] of Object.entries(outcomes))
  test(`axe finds nothing with a hint of ${kind}`, async ({ page }) => {
    await page.route('**/api/contact', answer);
    await page.goto('/contact');
    const form = contactForm(page);
    await form.fill({ email, message: kind });
    await form.email.press('Enter');
    await expectNoViolationWith(page, kind);
  });

test('axe finds nothing with a hint of info, after a deploy', async ({ page, ownSite }) => {
  await page.goto(`${ownSite.url}/home`);
  await releaseNewWords(ownSite);
  await page.getByRole('link', { name: 'Contact' }).click();
  await expectNoViolationWith(page, 'info');
});

for (const viewport of [
  { width: 1920, height: 1080 },
  { width: 320, height: 640 },
])
  test(`every target is as large as a thumb at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const path of ['/home', '/portfolio', '/contact', '/no-such-page']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(smallTargets), path).toEqual([]);
    }
  });

/** Runs in the page: what can be pressed, but not 22 px around its middle. Links in a text are as high as its lines. */
async function smallTargets(): Promise<string[]> {
  const targets = [
    ...document.querySelectorAll<HTMLElement>('a, button, summary, select, input, textarea'),
  ].filter((target) => target.checkVisibility({ checkVisibilityCSS: true }));
  const small: string[] = [];
  for (const target of targets) {
    const isInText = target.matches('a') && getComputedStyle(target).display === 'inline';
    const isUnseen = target.closest('[aria-hidden=true]:has(input)') || target.matches('#root > a');
    if (isInText || isUnseen) continue;
    target.scrollIntoView({ behavior: 'instant', block: 'center', inline: 'center' });
    const { x, y, width, height } = target.getBoundingClientRect();
    if (Math.min(width, height) >= 44) continue;
    const [middle, across] = [x + width / 2, y + height / 2];
    // A brick of the wall may be beyond the end of a low window.
    if (across > innerHeight - 22) continue;
    const edges = [
      [-21, 0],
      [21, 0],
      [0, -21],
      [0, 21],
    ] as const;
    const isLarge = edges.every(([right, down]) => {
      const hit = document.elementFromPoint(middle + right, across + down);
      return hit && (target.contains(hit) || hit.contains(target.closest('span')));
    });
    if (!isLarge) small.push(`${target.ariaLabel ?? target.textContent} ${width} × ${height}`);
  }
  return small;
}

test('links of a page that are called alike lead to the same place', async ({ page }) => {
  for (const path of ['/home', '/portfolio', '/contact']) {
    await page.goto(path);
    const targets = new Map<string, Set<string | null>>();
    for (const link of await page.getByRole('link').all()) {
      const [name = ''] = (await link.ariaSnapshot()).match(/(?<=link ").*?(?="|$)/) ?? [];
      targets.set(name, (targets.get(name) ?? new Set()).add(await link.getAttribute('href')));
    }
    const alike = [...targets].filter(([, addresses]) => addresses.size > 1);
    expect(
      alike.map(([name]) => name),
      path,
    ).toEqual([]);
  }
});
