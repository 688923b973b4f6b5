import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Checkout, checkOut } from './fixtures/checkout.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { liveIds } from './fixtures/releases.ts';
import { reword } from './fixtures/text.ts';

/** Mistakes that only a test of the whole site finds, with the sentences for the team. */
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
  'it fails in a browser': [
    'home',
    (team) =>
      team.change('remote-home/src/page.tsx', 'return (', "throw new Error('mud'); return ("),
    /was not made live: in a browser it fails/,
  ],
  'what a page shows first depends on the moment': [
    'home',
    (team) =>
      team.change(
        'remote-home/src/page.tsx',
        '<MainHeader />',
        '<p>{performance.now()}</p><MainHeader />',
      ),
    /its page cannot be sent within the document\.\n.*had to be rendered again[\s\S]*not depend on the window/,
  ],
  'the shell never starts': [
    'shell',
    (team) =>
      team.change('shell/src/main.tsx', 'await startTexts(', 'await new Promise(() => {}, '),
    /was not made live: in a browser it fails[\s\S]*does not get its app running/,
  ],
};

test('a deploy is refused, and says what to do', async ({ ownSite }) => {
  // Includes builds, some of them inspected in a browser.
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

test('the first shell is inspected, too: one that throws while rendering is not made live', async ({
  team,
}) => {
  const empty = { dataDir: path.join(team.folder, 'empty') };
  await team.change(
    'shell/src/header/header.tsx',
    '  return (',
    "  if (document) throw new Error('mud');\n  return (",
  );
  const output = team.portfolio(empty, 'deploy shell', 1);
  expect(output).toMatch(/was not made live: in a browser it fails[\s\S]*Error: mud/);
  expect(await liveIds(empty, 'shell')).toEqual([]);
});
