import { idOf, putLive } from '../fixtures/releases.ts';
import { releaseShell } from '../fixtures/shell-faults.ts';
import { text } from '../fixtures/text.ts';
import { expect, testAtOwnSite as test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** Faults of the shell's script, in its release or in its transfer. */
const causes = {
  'has a syntax error': () => 'export const = ;',
  'throws when it starts': () => 'throw new Error("no");',
  hangs: undefined,
  'is cut off': undefined,
};

// Browsers report broken or lost scripts in different words.
test.use({ expectedComplaints: [/./] });

test('a shell that fails is replaced by the one before', async ({
  visitor,
  visitedSite,
  faultProxy,
}) => {
  test.slow();
  await visitor.goto('/contact');
  const before = await idOf(visitedSite, 'shell');
  for (const [cause, script] of Object.entries(causes))
    await test.step(`it ${cause}`, async () => {
      await putLive(visitedSite, 'shell', before);
      const live = await releaseShell(visitedSite, script ? { script } : {});
      if (cause === 'hangs' || cause === 'is cut off')
        faultProxy.setFault(new RegExp(`/releases/shell/${live}/main`), cause);
      await visitor.leaveFor(`/portfolio?after=${live}`);
      await expect
        .poll(() => shellAt(visitor, live), { timeout: 60_000 })
        .toMatch(new RegExp(`shell@${before} ready`));
      await visitor.waitForUrl(`/portfolio?after=${live}`);
      await visitor.getByRole('heading', text('portfolio.title')).isPresent();
      await visitor.selectOption('Theme', 'light');
      await visitor.getByRole('combobox', 'Theme').hasValue('light');
      await visitor.selectOption('Theme', 'dark');
    });
});

test('text that was typed and sent before the shell fails is sent by the one before', async ({
  visitor,
  visitedSite,
  faultProxy,
  inbox,
}) => {
  // Only the deployed shell has prerendered pages.
  const live = await idOf(visitedSite, 'shell');
  const before = await releaseShell(visitedSite);
  await putLive(visitedSite, 'shell', live, before);
  faultProxy.addInitScript(holdApp);
  await visitor.gotoBeforeApp('/contact?after=all');
  const known = inbox.mails.length;
  await visitor.evaluate(`document.querySelector('[name=email]').focus()`);
  await visitor.type('ida@example.org');
  await visitor.press('Tab');
  await visitor.type('Written to a shell that fails');
  await visitor.getByRole('button', text('contact.message.send')).click();
  await visitor.evaluate(
    `const filename = location.origin + '/releases/shell/${live}/main.mjs';
     dispatchEvent(new ErrorEvent('error', { filename, message: 'It fails' }))`,
  );
  await expect.poll(() => shellAt(visitor, 'all')).toContain(before);
  await visitor.waitForWords(text('hints.mailSuccess'));
  await expect.poll(() => inbox.mails.length).toBe(known + 1);
  expect(inbox.mails.at(-1)?.text).toContain('Written to a shell that fails');
});

/**
 * Runs in the page before all of its scripts: the app of the first shell waits for its texts endlessly.
 * Further requests keep the watchdog from acting before the journey makes the page fail.
 */
function holdApp(): void {
  if (location.search.includes('without=')) return;
  const { fetch } = window;
  window.fetch = (...request) =>
    String(request[0]).includes('/api/locales/') ? new Promise(() => {}) : fetch(...request);
  setInterval(() => fetch('/robots.txt'), 500);
}

/** The shell's release of the page at this address, and whether it works. */
function shellAt(visitor: Visitor, after: string): Promise<string> {
  return visitor
    .evaluate<string>(
      `const { key } = JSON.parse(document.querySelector('#live-releases').textContent);
       return location.search.includes('${after}')
         ? key.match(/shell@\\w+/)[0] + ('ready' in document.documentElement.dataset ? ' ready' : '')
         : ''`,
    )
    .catch(() => '');
}
