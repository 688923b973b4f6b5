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
import { lost } from './matrix/conditions.ts';

/** Faults of home's script; the last two happen in its transfer. */
const causes = [
  'has been changed on the disk',
  'has a syntax error',
  'throws while rendering',
  'misses a node that it has moved itself',
  'hangs',
  'is cut off',
] as const;

const complaints = new RegExp(
  `${lost.source}|integrity|had to be rendered again|throws later|rejects a promise`,
);

/** Errors that no boundary catches. */
const throwing = {
  'throws later': 'setTimeout(() => { throw new Error("throws later"); });',
  'rejects a promise': 'Promise.reject(new Error("rejects a promise"));',
};

test.describe('a section that fails', () => {
  test.use({
    expectedComplaints: [complaints],
  });

  test('falls back to the release before, with its texts', async ({
    visitor,
    visitedSite,
    faultProxy,
  }) => {
    test.slow();
    const before = await idOf(visitedSite, 'home');
    for (const cause of causes)
      await test.step(`it ${cause}`, async () => {
        await putLive(visitedSite, 'home', before);
        const { live } = await releaseNewWords(visitedSite);
        if (cause === 'hangs' || cause === 'is cut off')
          faultProxy.setFault(new RegExp(`/releases/home/${live}/remoteEntry`), cause);
        else if (cause === 'has been changed on the disk')
          await tamper(visitedSite, 'home', 'window.isTakenOver = true;');
        else await faults[cause](visitedSite);
        await visitor.goto('/contact');
        await visitor.followLink('Home');
        await visitor.getByRole('heading', oldWords).isPresent();
        await visitor.waitForUrl('/home');
        expect(await visitor.evaluate('return window.isTakenOver === true')).toBe(false);
      });
    for (const [how, script] of Object.entries(throwing))
      await test.step(`it works, and ${how}: the owner sees it`, async () => {
        await putLive(visitedSite, 'home', before);
        const live = await releaseAgain(visitedSite, 'home', (content, file, { entry }) =>
          file === entry ? `${content}\n${script}` : content,
        );
        await visitor.goto('/home');
        await visitor.getByRole('heading', oldWords).isPresent();
        await expect
          .poll(() => visitedSite.command('releases', 'faults', 'home'))
          .toMatch(new RegExp(`home@${live} +1 visitor, .*\\n +Error\\n +at \\S+\\.mjs:`));
      });
  });
});
