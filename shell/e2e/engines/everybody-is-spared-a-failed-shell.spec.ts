import { idOf, putLive, releaseShell } from '../fixtures/releases.ts';
import { text } from '../fixtures/text.ts';
import { expect, testAtOwnSite as test } from './fixtures.ts';
import { lost } from './matrix/conditions.ts';
import type { Visitor } from './visitor.ts';

/** Faults of the shell's script, in its release or in its transfer. */
const causes = {
  'has a syntax error': () => 'export const = ;',
  'throws when it starts': () => 'throw new Error("no");',
  'is cut off': undefined,
};

test.use({
  expectedComplaints: [new RegExp(`${lost.source}|integrity|SyntaxError|Error: no\\b`)],
});

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
      const live = await releaseShell(visitedSite, script);
      if (cause === 'is cut off')
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
