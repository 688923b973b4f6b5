import { deployNewWords, newWords, oldWords, writeNewWords } from '../fixtures/new-words.ts';
import { idOf, tamper } from '../fixtures/release-files.ts';
import { faults } from '../fixtures/section-faults.ts';
import { releaseShell, shellFaults } from '../fixtures/shell-faults.ts';
import { expect, testAtOwnSite as test } from './fixtures.ts';

/** What can become of the script of home; the last two happen on the way to it. */
const causes = [
  'is missing',
  'has been changed on the disk',
  'has a syntax error',
  'throws while rendering',
  'hangs',
  'is cut off',
] as const;

test.describe('a section that fails', () => {
  // Whatever the browser says of a file that is missing, refused or broken.
  test.use({ expectedComplaints: [/./] });

  for (const cause of causes)
    test(`falls back to the release before, with its texts: it ${cause}`, async ({
      visitor,
      visited,
      door,
      team,
    }) => {
      const { live } = await deployNewWords(team, visited);
      if (cause === 'hangs' || cause === 'is cut off')
        door.spoil(new RegExp(`/releases/home/${live}/remoteEntry`), cause);
      else if (cause === 'has been changed on the disk')
        await tamper(visited, 'home', 'window.isTakenOver = true;');
      else await faults[cause](visited);
      await visitor.opens('/contact');
      await visitor.goesTo('Home');
      await visitor.the('heading', oldWords).isThere();
      await visitor.isAt('/home');
      expect(await visitor.runs('return window.isTakenOver === true')).toBe(false);
    });
});

test.describe('a shell that fails', () => {
  test.use({ expectedComplaints: [/./] });

  for (const cause of ['has a syntax error', 'throws when it starts'])
    test(`is passed over for the one before: it ${cause}`, async ({ visitor, visited }) => {
      await releaseShell(visited, shellFaults[cause]?.script);
      await visitor.opens('/home?language=de');
      await visitor.goesTo('Kontakt');
      await visitor.the('textbox', 'Nachricht').isThere();
    });
});

test('a preview is seen by whoever opens its link, until it is left', async ({
  visitor,
  visited,
  team,
}) => {
  await writeNewWords(team);
  const { said } = team.deploy(visited.dataDir, 'home', '--preview', '--skip-browser');
  const [preview = ''] = said.match(/home@[0-9a-f]{12}/) ?? [];
  await visitor.opens(`/home?preview=${preview}`);
  await visitor.the('heading', newWords).isThere();
  const badge = visitor.the('complementary');
  await badge.says(new RegExp(preview));
  await visitor.goesTo('Contact');
  await visitor.the('textbox', 'Message').isThere();
  await badge.says(new RegExp(preview));
  await badge.the('link', 'Leave the preview').click();
  await badge.isGone();
  await visitor.goesTo('Home');
  await visitor.the('heading', oldWords).isThere();
});

test('an open page goes on over a deploy, and is offered the new release', async ({
  visitor,
  visited,
  team,
}) => {
  await visitor.opens('/contact');
  await visitor.the('textbox', 'Message').isThere();
  const before = await idOf(visited, 'home');
  await deployNewWords(team, visited);
  await visitor.goesTo('Home');
  await visitor.the('heading', oldWords).isThere();
  expect(await idOf(visited, 'home', 1)).toBe(before);
  await visitor.the('button', 'Reload').click();
  await visitor.the('heading', newWords).isThere();
});
