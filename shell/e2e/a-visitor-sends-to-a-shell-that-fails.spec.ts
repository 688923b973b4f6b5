import { contactForm } from './fixtures/contact-form.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf, putLive } from './fixtures/release-files.ts';
import { expectMadeBy, patient, releaseShell } from './fixtures/shell-faults.ts';
import { text } from './fixtures/text.ts';

// Whatever the browser says of a script that is lost.
test.use({ expectedErrors: [/./] });

for (const [after, isSaved] of [
  ['goes out under the one before', true],
  ['goes out without the app where there is none', false],
] as const)
  test(`a message that is sent before the shell fails ${after}`, async ({
    page,
    context,
    ownSite,
    inbox,
  }) => {
    // Only the shell that was deployed has pages that come before its script.
    const live = await idOf(ownSite, 'shell');
    const before = isSaved ? [await releaseShell(ownSite)] : [];
    await putLive(ownSite, 'shell', live, ...before);
    const isSent = Promise.withResolvers<void>();
    await context.route(`**/releases/shell/${live}/main.*.mjs`, async (route) => {
      await isSent.promise;
      await route.abort('connectionreset');
    });
    await page.goto(`${ownSite.url}/contact`, { waitUntil: 'commit' });
    const form = contactForm(page);
    const words = `Held while a shell fails, and ${after}`;
    await form.fill({ firstName: 'Ben', email: 'ben@example.org', message: words });
    await form.send.click();
    isSent.resolve();

    const mails = () => inbox.mails.filter(({ text }) => text?.includes(words));
    await expect
      .poll(() => mails().map(({ subject }) => subject), patient)
      .toEqual(['Message from Ben']);
    await expect(page.getByText(text('hints.mailSuccess')).first()).toBeVisible();
    await expect(form.message).toHaveValue('');
    for (const shell of before) await expectMadeBy(page, shell);
  });
