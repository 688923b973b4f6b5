import {
  faults,
  idOf,
  oldWords,
  putLive,
  releaseAgain,
  releaseNewWords,
  tamper,
} from '../fixtures/releases.ts';
import { expect, testAtOwnSite as test } from './fixtures.ts';

/** What can become of the script of home; the last two happen on the way to it. */
const causes = [
  'has been changed on the disk',
  'has a syntax error',
  'throws while rendering',
  'misses a node that it has moved itself',
  'hangs',
  'is cut off',
] as const;

/** What no boundary hears of, and what becomes of the words that a script of the section says. */
const throwing = {
  'throws later': 'setTimeout(() => { throw new Error("throws later"); });',
  'rejects a promise': 'Promise.reject(new Error("rejects a promise"));',
};

test.describe('a section that fails', () => {
  // Whatever the browser says of a file that is missing, refused or broken.
  test.use({ expectedComplaints: [/./] });

  test('falls back to the release before, with its texts', async ({ visitor, visited, door }) => {
    test.slow();
    const before = await idOf(visited, 'home');
    for (const cause of causes)
      await test.step(`it ${cause}`, async () => {
        await putLive(visited, 'home', before);
        const { live } = await releaseNewWords(visited);
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
    for (const [how, script] of Object.entries(throwing))
      await test.step(`it works, and ${how}: the owner is told`, async () => {
        await putLive(visited, 'home', before);
        const live = await releaseAgain(visited, 'home', (content, file, { entry }) =>
          file === entry ? `${content}\n${script}` : content,
        );
        await visitor.opens('/home');
        await visitor.the('heading', oldWords).isThere();
        await expect
          .poll(() => visited.command('releases', 'faults', 'home'))
          .toMatch(new RegExp(`home@${live} +1 visitor, .*\\n +Error\\n +at \\S+\\.mjs:`));
      });
  });
});
