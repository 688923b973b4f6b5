import path from 'node:path';
import { expect, test } from './fixtures/fixtures.ts';
import { copyReleased } from './fixtures/release-once.ts';
import { startSite } from './fixtures/running-site.ts';
import { expectTakenOver, type Visit } from './fixtures/taking-over.ts';

const isThorough = process.env.JOURNEY_LOOKS === 'all';
const paths = ['/home', '/portfolio', '/contact', '/nothing'];
const windows = [
  [1280, 800],
  [900, 900],
  [412, 823],
  [320, 568],
  [823, 412],
].map(([width = 0, height = 0]) => ({ width, height }));

const looks = [
  { colorScheme: 'dark', locale: 'en-GB' },
  { colorScheme: 'light', locale: 'de-DE' },
  { colorScheme: 'dark', locale: 'de-DE' },
  { colorScheme: 'light', locale: 'en-GB' },
] as const;

/**
 * Every window, each with another theme and language than on the page before; JOURNEY_LOOKS=all is every
 * window in both themes and both languages.
 */
function visitsOf(page: number): Visit[] {
  return windows.flatMap((viewport, index) => {
    const look = looks[(index + page) % looks.length] ?? looks[0];
    return (isThorough ? looks : [look]).map((one) => ({ viewport, ...one }));
  });
}

test.use({ expectedErrors: [/status of 404.*\/nothing/] });

for (const [index, path] of paths.entries())
  test(`the app takes ${path} over in every window: nothing is made anew, moves or looks different`, async ({
    browser,
    site,
  }) => {
    const visits = visitsOf(index);
    test.setTimeout(20_000 * visits.length);
    for (const visit of visits)
      await test.step(JSON.stringify(visit), () =>
        expectTakenOver(browser, site.url + path, visit),
      );
  });

/** It compares what it takes over by itself, and names in the console what the released one mends. */
test("React's development build finds nothing to say either", async ({ browser, team }) => {
  const build = 'shell/cli/src/build/base-config.ts';
  await team.change(build, 'optimization: {', "optimization: { nodeEnv: 'development',");
  // No hot reload, and what no visitor gets may weigh more.
  await team.change('shell/src/main.tsx', "process.env.NODE_ENV === 'development'", 'false');
  await team.change('shell/package.json', '"budget"', '"noBudget"');
  const dataDir = path.join(team.folder, 'data');
  await copyReleased(dataDir);
  // This makes every page in every language and has the app take it over, or refuses.
  const { status, said } = team.deploy(dataDir, 'shell');
  expect(status, said).toBe(0);
  expect(said).toContain('Prerendered portfolio@');
  const site = await startSite({}, dataDir);
  const pages = isThorough ? paths : ['/portfolio'];
  const visits = pages.flatMap((page, index) =>
    (isThorough ? visitsOf(index) : visitsOf(index).slice(0, 1)).map((visit) => ({ page, visit })),
  );
  test.setTimeout(180_000 + 20_000 * visits.length);
  for (const { page, visit } of visits)
    await test.step(page + JSON.stringify(visit), () =>
      // Only that build says this, so it is the one that ran.
      expectTakenOver(browser, site.url + page, visit, [expect.stringContaining('React DevTools')]),
    );
  await site.stop();
});

test('without prerendered pages the document is empty, and the app shows the page as well', async ({
  page,
  request,
}) => {
  const site = await startSite({ PRERENDER: 'off' });
  const html = await (await request.get(`${site.url}/home`)).text();
  expect(html).toContain('<div id="root"></div>');
  await page.goto(`${site.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('about:blank');
  await site.stop();
});
