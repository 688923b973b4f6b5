import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Checkout, checkOut } from './fixtures/checkout.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { liveIds } from './fixtures/releases.ts';
import { reword } from './fixtures/text.ts';

/** Mistakes that only rendering finds, with the sentences for the team. */
const mistakes: Record<
  string,
  [name: string, make: (team: Checkout) => Promise<unknown>, ...sentences: RegExp[]]
> = {
  'a page would show the path of a text that is put together': [
    'portfolio',
    async (team) => {
      for (const file of await readdir(path.join(team.folder, 'remote-portfolio/locales')))
        await reword(team, `remote-portfolio/locales/${file}`, 'portfolio.tabs.tech', undefined);
    },
    /The page shows portfolio\.tabs\.tech, which locales\/en\.yaml lacks/,
  ],
  'it throws while it is rendered': [
    'home',
    (team) =>
      team.change('remote-home/src/page.tsx', 'return (', "throw new Error('mud'); return ("),
    /Its page cannot be rendered: Error: mud \(.*src\/page\.tsx:\d+\)/,
  ],
  'a page needs a window before it is in one': [
    'home',
    (team) =>
      team.change(
        'remote-home/src/page.tsx',
        '<MainHeader />',
        '<p>{innerWidth}</p><MainHeader />',
      ),
    /ReferenceError: innerWidth is not defined \(.*src\/page\.tsx:\d+\)/,
  ],
  'what a page shows first depends on the moment': [
    'home',
    (team) =>
      team.change(
        'remote-home/src/page.tsx',
        '<MainHeader />',
        '<p>{performance.now()}</p><MainHeader />',
      ),
    /\/home is another page in a browser \(en\)[\s\S]*must not depend on the window/,
  ],
  'a page shows a picture that is lost': [
    'home',
    async (team) => {
      const page = 'remote-home/src/page.tsx';
      await team.change(page, 'Divider,', 'Divider, useResource,');
      const lost = '<img alt="" src={useResource()(["lost", "svg"].join("."))} /><MainHeader />';
      await team.change(page, '<MainHeader />', lost);
    },
    /\/home shows resources\/lost\.svg, which is missing/,
  ],
  'the shell cannot render its frame': [
    'shell',
    (team) =>
      team.change(
        'shell/src/header/header.tsx',
        '  return (',
        "  throw new Error('mud');\n  return (",
      ),
    /Its page cannot be rendered: Error: mud/,
  ],
};

test('a deploy is refused, and says what to do', async ({ ownSite }) => {
  // Includes builds.
  test.setTimeout(300_000);
  for (const [mistake, [name, make, ...sentences]] of Object.entries(mistakes))
    await test.step(`when ${mistake}`, async () => {
      const team = await checkOut();
      const before = await liveIds(ownSite, name);
      await make(team);
      // A mistake may weigh more than the budget leaves.
      const folder = name === 'shell' ? name : `remote-${name}`;
      await team.change(`${folder}/package.json`, '"budget"', '"noBudget"');
      const output = team.portfolio(ownSite, `deploy ${name}`, 1);
      for (const sentence of sentences) expect(output).toMatch(sentence);
      expect(output).not.toMatch(/^\s+at /m);
      expect(await liveIds(ownSite, name)).toEqual(before);
      await team.remove();
    });
});
