import { idOf } from '../fixtures/release-files.ts';
import { releaseShell } from '../fixtures/shell-faults.ts';
import { expect, testAtOwnSite as test } from './fixtures.ts';

/** What can become of the shell's script: as it is released, or on the way to it. */
const causes = {
  'has a syntax error': 'export const = ;',
  'throws when it starts': 'throw new Error("no");',
  'never settles': 'await new Promise(() => {});',
  hangs: undefined,
  'is cut off': undefined,
};

// Whatever the browser says of a script that is broken or lost.
test.use({ expectedComplaints: [/./] });

for (const [cause, script] of Object.entries(causes))
  test(`a shell that fails gives way to the one before: it ${cause}`, async ({
    visitor,
    visited,
    door,
  }) => {
    test.slow();
    await visitor.opens('/contact');
    const before = await idOf(visited, 'shell');
    const live = await releaseShell(visited, script);
    if (cause === 'hangs' || cause === 'is cut off')
      door.spoil(new RegExp(`/releases/shell/${live}/main`), cause);
    await visitor.leavesFor('/portfolio');
    await expect
      .poll(() => shellOf(visitor), { timeout: 60_000 })
      .toMatch(new RegExp(`shell@${before} ready`));
    await visitor.the('heading', 'Portfolio').isThere();
    await visitor.isAt('/portfolio');
    await visitor.chooses('Theme', 'light');
    await visitor.the('combobox', 'Theme').holds('light');
  });

/** The shell's release that a page is made of, and whether it works. */
function shellOf(visitor: { runs<T>(body: string): Promise<T> }): Promise<string> {
  return visitor
    .runs<string>(
      `const { key } = JSON.parse(document.querySelector('#live-releases').textContent);
       return location.pathname === '/portfolio'
         ? key.match(/shell@\\w+/)[0] + ('ready' in document.documentElement.dataset ? ' ready' : '')
         : ''`,
    )
    .catch(() => '');
}
