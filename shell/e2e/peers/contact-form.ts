import type { Page, Route } from '@playwright/test';

/** The contact page as a visitor meets it. */
export function contactForm(page: Page) {
  const field = (name: RegExp) => page.getByRole('textbox', { name });
  const form = {
    firstName: field(/^(First name|Vorname)$/),
    lastName: field(/^(Last name|Nachname)$/),
    email: field(/^E-[Mm]ail.[Aa](ddress|dresse)$/),
    message: field(/^(Message|Nachricht)$/),
    send: page.getByRole('button', { name: /^(Send|Absenden)$/ }),
    hint: page.locator('[data-kind]'),
    async fill(texts: Partial<Record<'firstName' | 'lastName' | 'email' | 'message', string>>) {
      for (const [name, text] of Object.entries(texts))
        await form[name as keyof typeof texts].fill(text);
    },
  };
  return form;
}

/** Lets every message wait at the door: how many came, and the word that lets them go on. */
export async function holdMessages(page: Page, goOn: (route: Route) => Promise<void>) {
  const word = Promise.withResolvers<void>();
  const held = { count: 0, letGo: word.resolve };
  await page.route('**/api/contact', async (route) => {
    held.count += 1;
    await word.promise;
    await goOn(route);
  });
  return held;
}
