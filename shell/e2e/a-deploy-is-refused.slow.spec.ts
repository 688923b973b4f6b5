import { expect, test } from './fixtures/fixtures.ts';
import { liveIds } from './fixtures/releases.ts';

// A rule of the command line has every mistake that only rendering finds.
test('a deploy that throws while it is rendered is refused with its line, and what was live stays', async ({
  ownSite,
  team,
}) => {
  for (const [name, file, begin] of [
    ['home', 'remote-home/src/page.tsx', 'return ('],
    ['shell', 'shell/src/header/header.tsx', '  return ('],
  ] as const)
    await test.step(`of ${name}`, async () => {
      const before = await liveIds(ownSite, name);
      const throws = `throw new Error('mud');\n${begin}`;
      await team.change(file, begin, throws);
      const output = team.portfolio(ownSite, `deploy ${name}`, 1);
      expect(output).toMatch(/Its page cannot be rendered: Error: mud \(.*src\/\S+\.tsx:\d+\)/);
      expect(output).not.toMatch(/^\s+at /m);
      expect(await liveIds(ownSite, name)).toEqual(before);
      await team.change(file, throws, begin);
    });
});
