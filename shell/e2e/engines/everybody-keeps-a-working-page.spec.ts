import { readThrown } from '@portfolio/releases/store/faults.ts';
import { faults, idOf, putLive, releaseNewWords, releaseScript } from '../fixtures/releases.ts';
import { text } from '../fixtures/text.ts';
import { expect, testAtOwnSite as test } from './fixtures.ts';
import { lost } from './matrix/conditions.ts';

const oldTitle = text('home.header.accent');

/** Errors that no boundary catches. */
const throwing = {
  'throws later': 'setTimeout(() => { throw new Error("throws later"); });',
  'rejects a promise': 'Promise.reject(new Error("rejects a promise"));',
};

const complaints = `${lost.source}|integrity|SyntaxError|had to be rendered again|throws later|rejects a promise|Error: no\\b`;
test.use({ expectedComplaints: [new RegExp(complaints)] });

// Journeys have faults of React and of the disk, which are the same in every engine.
test('a section that fails falls back', async ({ visitor, visitedSite, faultProxy }) => {
  test.slow();
  const before = await idOf(visitedSite, 'home');
  for (const cause of ['has a syntax error', 'hangs', 'is cut off'] as const)
    await test.step(`it ${cause}`, async () => {
      await putLive(visitedSite, 'home', before);
      const { live } = await releaseNewWords(visitedSite);
      if (cause === 'has a syntax error') await faults[cause](visitedSite);
      else faultProxy.setFault(new RegExp(`/releases/home/${live}/remoteEntry`), cause);
      await visitor.goto('/contact');
      await visitor.evaluate(`document.querySelector('header a[href="/home"]').click()`);
      await visitor.sees('h1', oldTitle);
      await visitor.waitForUrl('/home');
    });
  for (const [how, script] of Object.entries(throwing))
    await test.step(`it works, and ${how}: the owner sees it`, async () => {
      await putLive(visitedSite, 'home', before);
      const thrower = (own: Buffer) => `${own}\n${script}`;
      const { id: live } = await releaseScript(visitedSite, 'home', thrower);
      await visitor.goto('/home');
      await visitor.sees('h1', oldTitle);
      const faults = new RegExp(`home@${live} +1 visitor, .*\\n +Error\\n +at \\S+\\.mjs:`);
      const ofLive = { name: 'home', id: live };
      await expect.poll(() => readThrown(visitedSite.store, ofLive)).toHaveLength(1);
      expect(await visitedSite.command('releases faults home')).toMatch(faults);
    });
});

test('a shell that fails falls back', async ({ visitor, visitedSite, faultProxy }) => {
  test.slow();
  await visitor.goto('/contact');
  const before = await idOf(visitedSite, 'shell');
  for (const [cause, script] of [
    ['has a syntax error', () => 'export const = ;'],
    ['throws when it starts', () => 'throw new Error("no");'],
    ['is cut off', undefined],
  ] as const)
    await test.step(`it ${cause}`, async () => {
      await putLive(visitedSite, 'shell', before);
      const { id: live } = await releaseScript(visitedSite, 'shell', script);
      if (!script) faultProxy.setFault(new RegExp(`/releases/shell/${live}/main`), cause);
      await visitor.leaveFor(`/portfolio?after=${live}`);
      const shown = () => visitor.evaluate(readShell, live).catch(() => '');
      await expect.poll(shown, { timeout: 60_000 }).toBe(`shell@${before}`);
      await visitor.waitForApp();
      await visitor.waitForUrl(`/portfolio?after=${live}`);
      await visitor.sees('h1', text('portfolio.title'));
      await visitor.choose('theme', 'light');
      await visitor.sees('html[data-theme=light]');
      await visitor.choose('theme', 'dark');
    });
});

/** Runs in the page. @returns the shell's release of the page at this address */
function readShell(after: string): string {
  const { key } = JSON.parse(document.querySelector('#live-releases')?.textContent ?? '{}');
  return location.search.includes(after) ? key.match(/shell@\w+/)[0] : '';
}
