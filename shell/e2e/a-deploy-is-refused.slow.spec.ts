import { expect, test } from './fixtures/fixtures.ts';
import { liveIds } from './fixtures/releases.ts';

// A rule of the command line has every mistake that only rendering finds.
test('a deploy that cannot be rendered is refused with its line', async ({ ownSite, team }) => {
  for (const [name, file, place] of [
    ['home', 'remote-home/src/page.tsx', / \(.*src\/page\.tsx:\d+\)/],
    ['shell', 'shell/src/header/header.tsx', /\b/],
  ] as const)
    await test.step(`of ${name}`, async () => {
      const before = await liveIds(ownSite, name);
      const [begin, throws] = ['  return (', "  throw new Error('mud');\n  return ("];
      await team.change(file, begin, throws);
      const output = await ownSite.command(`deploy ${name}`, { cwd: team.folder, exitCode: 1 });
      expect(output).toMatch(new RegExp(`Its page cannot be rendered: Error: mud${place.source}`));
      expect(output).not.toMatch(/^\s+at /m);
      expect(await liveIds(ownSite, name)).toEqual(before);
      await team.change(file, throws, begin);
    });
});
