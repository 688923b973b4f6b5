import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dump, load } from 'js-yaml';
import { type Checkout, checkOut } from './fixtures/checkout.ts';
import { lastImage, lastLogo, lastProject } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { liveIds } from './fixtures/releases.ts';

const image = lastImage(lastProject).path;

/** What a team can do wrong, and the sentences that tell it what to do. */
const mistakes: Record<
  string,
  [name: string, make: (team: Checkout) => Promise<unknown>, ...says: RegExp[]]
> = {
  'a page would show the path of a text that is put together, and a screenshot is missing': [
    'portfolio',
    async (team) => {
      await withoutText(team, 'remote-portfolio', 'portfolio.facts.role');
      await rm(path.join(team.folder, `remote-portfolio/resources/${image}.webp`));
    },
    /The page shows portfolio\.facts\.role, which locales\/en\.yaml lacks/,
    new RegExp(`/portfolio shows resources/${image}-320\\.webp, which is missing`),
  ],
  'a picture is missing, and a second copy of the kit would be bundled': [
    'home',
    async (team) => {
      await rm(path.join(team.folder, `remote-home/resources/${lastLogo.path}`));
      await team.change(
        'remote-home/src/page.tsx',
        "'@portfolio/kit'",
        "'../../shell/kit/src/index.ts'",
      );
    },
    new RegExp(`resources/${lastLogo.path} is missing; remoteEntry\\S+ names it`),
    /would bundle a second copy of @portfolio\/kit/,
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
    /its page cannot be sent within the document\.\n.*had to be made anew[\s\S]*not depend on the window/,
  ],
  'a shell would break a live section': [
    'shell',
    (team) => team.change('shell/kit/package.json', '"version": "1.4.0"', '"version": "2.0.0"'),
    /home requires @portfolio\/kit \^1\.\d\.0, but this shell provides 2\.0\.0/,
  ],
  'the shell never starts': [
    'shell',
    (team) =>
      team.change(
        'shell/src/main.tsx',
        'await startTexts(site.texts);',
        'await new Promise(() => {});',
      ),
    /was not made live: in a browser it fails[\s\S]*does not get its app running/,
  ],
  'the shell has the kit twice': [
    'shell',
    async (team) => {
      await cp(path.join(team.folder, 'shell/kit'), path.join(team.folder, 'shell/kit-copy'), {
        recursive: true,
      });
      await team.change('shell/src/main.tsx', "'@portfolio/kit'", "'../kit-copy/src/index.ts'");
    },
    /would bundle @portfolio\/kit from 2 folders/,
  ],
};

test('a deploy is refused, and says what to do', async ({ ownSite: { dataDir } }) => {
  // Builds, some of them inspected in a browser.
  test.setTimeout(300_000);
  for (const [mistake, [name, make, ...says]] of Object.entries(mistakes))
    await test.step(`when ${mistake}`, async () => {
      const team = await checkOut();
      const before = await liveIds({ dataDir }, name);
      await make(team);
      const { status, said } = team.deploy(dataDir, name);
      for (const sentence of says) expect(said).toMatch(sentence);
      expect(said).not.toMatch(/^\s+at /m);
      expect(status).toBe(1);
      expect(await liveIds({ dataDir }, name)).toEqual(before);
      await team.remove();
    });
});

test('the very first shell is looked at as well: one that throws while rendering is not made live', async ({
  team,
}) => {
  await team.change(
    'shell/src/header/header.tsx',
    '  return (',
    "  if (!isComing) throw new Error('mud');\n  return (",
  );
  const empty = path.join(team.folder, 'empty');
  const { status, said } = team.deploy(empty, 'shell');
  expect(said).toMatch(/was not made live: in a browser it fails[\s\S]*Error: mud/);
  expect(status).toBe(1);
  expect(await liveIds({ dataDir: empty }, 'shell')).toEqual([]);
});

/** Takes a text out of all languages of a section. */
async function withoutText(team: Checkout, section: string, keyPath: string): Promise<void> {
  const folder = path.join(team.folder, section, 'locales');
  for (const file of await readdir(folder)) {
    const tree = load(await readFile(path.join(folder, file), 'utf8'));
    const steps = keyPath.split('.');
    const last = steps.pop() as string;
    let parent = tree as Record<string, unknown>;
    for (const step of steps) parent = parent[step] as Record<string, unknown>;
    delete parent[last];
    await writeFile(path.join(folder, file), dump(tree));
  }
}
