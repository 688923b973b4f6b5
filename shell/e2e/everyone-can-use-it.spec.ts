import type { Page, Route } from '@playwright/test';
import { expectNoViolation } from './fixtures/axe.ts';
import { contactForm } from './fixtures/contact-form.ts';
import { paths } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { headerOf } from './fixtures/header.ts';
import { otherLanguage, saying, text } from './fixtures/text.ts';
import { resizeWindow, smallPhone } from './fixtures/windows.ts';

// These journeys request a missing page, and make texts and a message fail.
test.use({ reducedMotion: 'reduce', expectedErrors: [/no-such-page|api\/(contact|locales)/] });

/** What a visitor can open on a page, or wait for. */
const states: Record<string, (page: Page) => Promise<void>> = {
  async '/home'(page) {
    const header = headerOf(page);
    await expectNoViolation(page, 'the menu is open', async () => {
      // Only small windows have a menu.
      if (!(await header.menu.isVisible())) return false;
      if (!(await page.locator('[popover=auto]').isVisible())) await header.menu.click();
      return true;
    });
    await page.route(`**/api/locales/${otherLanguage}*`, () => {});
    await header.language.selectOption(otherLanguage);
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
    await expectNoViolation(page, 'while a language loads');
  },
  async '/portfolio'(page) {
    const tab = page.getByRole('tab', { name: text('portfolio.tabs.tech') });
    for (const each of await tab.all()) await each.click();
    const open = tab.and(page.locator(':focus[tabindex="0"][aria-selected=true][aria-controls]'));
    const keys = ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'Home', 'End'];
    for (const [index, key] of keys.entries()) {
      await page.keyboard.press(key);
      await expect(open).toHaveCount(index % 2);
    }
    await expectNoViolation(page, 'the tabs about technology');
    const enlarge = page.getByRole('button', { name: saying(text('lightbox.open')) });
    await enlarge.first().click();
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    await expectNoViolation(page, 'with a picture open');
  },
  async '/contact'(page) {
    const form = contactForm(page);
    await expectNoViolation(page, 'with a tooltip', async () => {
      await page.mouse.move(0, 0);
      await page.getByRole('button', { name: text('contact.findMe.copyEmail') }).hover();
      await expect(page.getByRole('tooltip')).toBeVisible();
    });
    const answers: Record<string, (route: Route) => unknown> = {
      error: (route) => route.continue(),
      success: (route) => route.continue(),
      warning: (route) => route.fulfill({ contentType: 'application/json', body: 'false' }),
      // Without an answer, the message is still being sent.
      loading: () => {},
    };
    for (const [kind, answer] of Object.entries(answers)) {
      await page.route('**/api/contact', answer);
      await form.fill({ email: kind === 'error' ? 'zoe@' : 'zoe@example.org', message: kind });
      await form.email.press('Enter');
      // A hint stays while the focus is in it, also where another window moves it away from the pointer.
      await page.locator(`[data-kind=${kind}]`).getByRole('button').focus();
      await expectNoViolation(page, `with a hint of ${kind}`);
    }
  },
};

for (const path of [...paths, '/no-such-page'])
  test(`${path} suits screen readers, thumbs and keyboards`, async ({ page, heading }) => {
    await page.goto(path);
    await expect(heading).toBeVisible();
    await expectNoViolation(page, path);
    for (const viewport of [{ width: 1920, height: 1080 }, smallPhone]) {
      await resizeWindow(page, viewport);
      expect(await page.evaluate(smallTargets), `at ${viewport.width} px`).toEqual([]);
    }
    const targets = new Map<string, Set<string | undefined>>();
    const heard = await page.locator('body').ariaSnapshot();
    for (const [, name = '', address] of heard.matchAll(/link "(.*?)"[\s\S]*?\/url: (.*)/g))
      targets.set(name, (targets.get(name) ?? new Set()).add(address));
    const alike = [...targets].filter(([, addresses]) => addresses.size > 1);
    expect(alike.map(([name]) => name)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 700 });
    const stops = page.locator('main').locator('a, button, input, textarea');
    const count = await stops.count();
    // A section may contain only text.
    if (count > 0) await stops.last().focus();
    for (let stop = count; stop > 0; stop -= 1) {
      await page.keyboard.press('Shift+Tab');
      expect(await page.evaluate(coveredFocus)).toBeUndefined();
    }
    await states[path]?.(page);
  });

/** Runs in the page: the focused element, if the header covers it. */
function coveredFocus(): string | undefined {
  const focused = document.activeElement?.closest('main *');
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const isCovered = focused && focused.getBoundingClientRect().top < header;
  return isCovered ? focused.outerHTML : undefined;
}

/** Runs in the page: finds targets that do not cover 22 px around their middle. Links within text are exempt. */
function smallTargets(): string[] {
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
    // A brick of the wall may be below the end of a low window.
    if (across > innerHeight - 22) continue;
    const isHit = (right: number, down: number) => {
      const hit = document.elementFromPoint(middle + right, across + down);
      return hit && (target.contains(hit) || hit.contains(target.closest('span')));
    };
    const isLarge = [-21, 21].every((off) => isHit(off, 0) && isHit(0, off));
    if (!isLarge) small.push(`${target.ariaLabel ?? target.textContent} ${width} × ${height}`);
  }
  return small;
}
