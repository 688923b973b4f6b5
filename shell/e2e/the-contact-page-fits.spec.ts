import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const windows = {
  desktop: { width: 1440, height: 900 },
  square: { width: 1000, height: 900 },
  phone: { width: 390, height: 844 },
  'small phone': { width: 320, height: 640 },
};

for (const [name, viewport] of Object.entries(windows))
  test.describe(`on a ${name} window`, () => {
    test.use({ viewport });

    test('the picture is there on desktop only, the blocks stand as the window asks', async ({
      page,
    }) => {
      await page.goto('/contact');
      const picture = page.locator('img[src$="letter.svg"]');
      if (name.endsWith('phone')) await expect(picture).toBeHidden();
      else await expect(picture).toBeVisible();
      const left = await page
        .getByRole('region', { name: text('contact.message.title') })
        .boundingBox();
      const right = await page
        .getByRole('region', { name: text('contact.findMe.title') })
        .boundingBox();
      const isBeside = (right?.x ?? 0) >= (left?.x ?? 0) + (left?.width ?? 0);
      expect(isBeside).toBe(!name.endsWith('phone'));
      const day = await page.getByText(text('contact.niceDay')).boundingBox();
      expect(day?.y).toBeGreaterThan((left?.y ?? 0) + (left?.height ?? 0));
    });

    test('the field with the fault is in sight, and the hint does not cover it', async ({
      page,
    }) => {
      await page.goto('/contact');
      const form = contactForm(page);
      await form.send.click();
      const hint = await form.hint.boundingBox();
      const email = await form.email.boundingBox();
      const [top = 0, bottom = 0] = [email?.y, (email?.y ?? 0) + (email?.height ?? 0)];
      const isBeside =
        (hint?.x ?? 0) >= (email?.x ?? 0) + (email?.width ?? 0) ||
        bottom <= (hint?.y ?? 0) ||
        top >= (hint?.y ?? 0) + (hint?.height ?? 0);
      expect(isBeside).toBe(true);
      await expect(form.email).toBeInViewport({ ratio: 1 });
      await form.email.fill('not-an-address'.repeat(20));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
    });
  });
