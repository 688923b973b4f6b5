import { idOf, putLive } from '../fixtures/releases.ts';
import { releaseShell } from '../fixtures/shell-faults.ts';
import { text } from '../fixtures/text.ts';
import { expect, testAtOwnSite as test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** What can become of the shell's script: as it is released, or on the way to it. */
const causes = {
  'has a syntax error': () => 'export const = ;',
  'throws when it starts': () => 'throw new Error("no");',
  hangs: undefined,
  'is cut off': undefined,
};

// Whatever the browser says of a script that is broken or lost.
test.use({ expectedComplaints: [/./] });

test('a shell that fails gives way to the one before', async ({ visitor, visited, door }) => {
  test.slow();
  await visitor.opens('/contact');
  const before = await idOf(visited, 'shell');
  for (const [cause, script] of Object.entries(causes))
    await test.step(`it ${cause}`, async () => {
      await putLive(visited, 'shell', before);
      const live = await releaseShell(visited, script ? { script } : {});
      if (cause === 'hangs' || cause === 'is cut off')
        door.spoil(new RegExp(`/releases/shell/${live}/main`), cause);
      await visitor.leavesFor(`/portfolio?after=${live}`);
      await expect
        .poll(() => shellAt(visitor, live), { timeout: 60_000 })
        .toMatch(new RegExp(`shell@${before} ready`));
      await visitor.isAt(`/portfolio?after=${live}`);
      await visitor.the('heading', text('portfolio.title')).isThere();
      await visitor.chooses('Theme', 'light');
      await visitor.the('combobox', 'Theme').holds('light');
      await visitor.chooses('Theme', 'dark');
    });
});

test('what was typed and sent before the shell fails goes out by the one before', async ({
  visitor,
  visited,
  door,
  inbox,
}) => {
  // Only the shell that was deployed has pages that come before its app.
  const live = await idOf(visited, 'shell');
  const before = await releaseShell(visited);
  await putLive(visited, 'shell', live, before);
  door.injects(holdApp);
  await visitor.arrivesAt('/contact?after=all');
  const known = inbox.mails.length;
  await visitor.runs(`document.querySelector('[name=email]').focus()`);
  await visitor.types('ida@example.org');
  await visitor.presses('Tab');
  await visitor.types('Written to a shell that fails');
  await visitor.the('button', text('contact.message.send')).click();
  await visitor.runs(
    `const filename = location.origin + '/releases/shell/${live}/main.mjs';
     dispatchEvent(new ErrorEvent('error', { filename, message: 'It fails' }))`,
  );
  await expect.poll(() => shellAt(visitor, 'all')).toContain(before);
  await visitor.reads(text('hints.mailSuccess'));
  await expect.poll(() => inbox.mails.length).toBe(known + 1);
  expect(inbox.mails.at(-1)?.text).toContain('Written to a shell that fails');
});

/**
 * Runs in the page before all of its scripts: the app of the first shell waits for its texts for ever,
 * and since things go on coming, the page fails when it is told to and not before.
 */
function holdApp(): void {
  if (location.search.includes('without=')) return;
  const { fetch } = window;
  window.fetch = (...request) =>
    String(request[0]).includes('/api/locales/') ? new Promise(() => {}) : fetch(...request);
  setInterval(() => fetch('/robots.txt'), 500);
}

/** The shell's release that the page at this address is made of, and whether it works. */
function shellAt(visitor: Visitor, after: string): Promise<string> {
  return visitor
    .runs<string>(
      `const { key } = JSON.parse(document.querySelector('#live-releases').textContent);
       return location.search.includes('${after}')
         ? key.match(/shell@\\w+/)[0] + ('ready' in document.documentElement.dataset ? ' ready' : '')
         : ''`,
    )
    .catch(() => '');
}
