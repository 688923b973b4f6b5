import { expect, test } from './fixtures/fixtures.ts';
import { expectTakenOver } from './fixtures/taking-over.ts';

const windows = [
  { width: 1280, height: 800 },
  { width: 900, height: 900 },
  { width: 412, height: 823 },
];
const looks = [
  { colorScheme: 'dark', locale: 'en-GB' },
  { colorScheme: 'light', locale: 'de-DE' },
  { colorScheme: 'dark', locale: 'de-DE' },
  { colorScheme: 'light', locale: 'en-GB' },
] as const;

test.use({ expectedErrors: [/status of 404.*\/nothing/] });

for (const [index, path] of ['/home', '/portfolio', '/contact', '/nothing'].entries())
  test(`the app takes ${path} over in every window: nothing is made anew, moves or looks different`, async ({
    browser,
    site,
  }) => {
    test.slow();
    for (const [number, viewport] of windows.entries()) {
      // Each with another theme and language than on the page before.
      const look = looks[(number + index) % looks.length] ?? looks[0];
      const visit = { viewport, ...look };
      await test.step(JSON.stringify(visit), () =>
        expectTakenOver(browser, site.url + path, visit),
      );
    }
  });

/** It compares what it takes over by itself, and names in the console what the released one mends. */
test("React's development build finds nothing to say either", async ({
  browser,
  ownSite,
  team,
}) => {
  const build = 'shell/cli/src/build/base-config.ts';
  await team.change(build, 'optimization: {', "optimization: { nodeEnv: 'development',");
  // No hot reload, and what no visitor gets may weigh more.
  await team.change('shell/src/main.tsx', "process.env.NODE_ENV === 'development'", 'false');
  await team.change('shell/package.json', '"budget"', '"noBudget"');
  // This makes every page in every language and has the app take it over, or refuses.
  const { status, said } = team.deploy(ownSite.dataDir, 'shell');
  expect(status, said).toBe(0);
  expect(said).toContain('Prerendered portfolio@');
  // Only that build says this, so it is the one that ran.
  await expectTakenOver(
    browser,
    `${ownSite.url}/portfolio`,
    { viewport: { width: 1280, height: 800 }, ...looks[0] },
    [expect.stringContaining('React DevTools')],
  );
});
