import { appendFile, cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { readPointer } from '@portfolio/releases/live-pointer.ts';
import { storeIn } from '@portfolio/releases/store.ts';
import type { Checkout } from './fixtures/checkout.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { idOf } from './fixtures/release-files.ts';

/** What a team can do wrong, and the sentence that tells it what to do. */
const mistakes: Record<
  string,
  [name: string, make: (team: Checkout) => Promise<unknown>, says: RegExp]
> = {
  'a language lacks a key': [
    'home',
    (team) => appendFile(path.join(team.folder, 'remote-home/locales/en.yaml'), '  extra: word\n'),
    /locales\/de\.yaml lacks the key "home\.extra"/,
  ],
  'a text belongs to another section': [
    'home',
    async (team) => {
      for (const language of ['en', 'de'])
        await appendFile(
          path.join(team.folder, `remote-home/locales/${language}.yaml`),
          'contact: mine\n',
        );
    },
    /top-level key "contact"; a section's texts belong below "home"/,
  ],
  'a locale is no YAML': [
    'home',
    (team) => appendFile(path.join(team.folder, 'remote-home/locales/en.yaml'), '\t]['),
    /locales\/en\.yaml cannot be read/,
  ],
  'a picture is missing': [
    'home',
    (team) => rm(path.join(team.folder, 'remote-home/resources/logos/potato.svg')),
    /resources\/logos\/potato\.svg is missing; remoteEntry\S+ names it/,
  ],
  'a screenshot is missing': [
    'portfolio',
    (team) => rm(path.join(team.folder, 'remote-portfolio/resources/mud-inc/spa-day.webp')),
    /\/portfolio shows resources\/mud-inc\/spa-day-320\.webp, which is missing/,
  ],
  'the shell provides another version': [
    'home',
    (team) => team.change('remote-home/package.json', '"^1.1.0"', '"^2.0.0"'),
    /requires @portfolio\/kit \^2\.0\.0, but the shell .* provides 1\.1\.0/,
  ],
  'the shell does not provide a package': [
    'home',
    (team) =>
      team.change(
        'remote-home/package.json',
        '"@portfolio/kit":',
        '"vue": "^3.0.0", "@portfolio/kit":',
      ),
    /requires vue, which the shell .* does not provide/,
  ],
  'it exposes no page': [
    'home',
    (team) =>
      team.change(
        'shell/cli/src/bundler/remote-config.ts',
        "'./page': './src/page.tsx'",
        "'./pages': './src/page.tsx'",
      ),
    /exposes no page/,
  ],
  'a second copy of the kit would be bundled': [
    'home',
    (team) =>
      team.change('remote-home/src/page.tsx', "'@portfolio/kit'", "'../../shell/kit/src/index.ts'"),
    /would bundle a second copy of @portfolio\/kit/,
  ],
  'it weighs more than its budget': [
    'home',
    (team) =>
      team.change(
        'remote-home/package.json',
        '"budget": {',
        '"budget": { "scripts": 10 }, "was": {',
      ),
    /grew to [\d,]+ bytes .* "budget\.scripts" in the package\.json of home/,
  ],
  'it does not compile': [
    'home',
    (team) => appendFile(path.join(team.folder, 'remote-home/src/page.tsx'), 'const = ;'),
    /could not be built, so nothing was released/,
  ],
  'it fails in a browser': [
    'home',
    (team) =>
      team.change('remote-home/src/page.tsx', 'return (', "throw new Error('mud'); return ("),
    /was not made live: in a browser it fails/,
  ],
  'a shell would break a live section': [
    'shell',
    (team) => team.change('shell/kit/package.json', '"version": "1.1.0"', '"version": "2.0.0"'),
    /home requires @portfolio\/kit \^1\.1\.0, but this shell provides 2\.0\.0/,
  ],
  'the shell never starts': [
    'shell',
    (team) =>
      team.change('shell/src/main.tsx', 'await startTexts(texts);', 'await new Promise(() => {});'),
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
  'the name is none': [
    'shop',
    async () => {},
    /nothing called "shop" to deploy\. Choose one of: shell,/,
  ],
};

for (const [mistake, [name, make, says]] of Object.entries(mistakes))
  test(`a deploy is refused when ${mistake}, and says what to do`, async ({
    ownSite,
    team,
    request,
  }) => {
    const before = name === 'shop' ? '' : await idOf(ownSite, name);
    await make(team);
    const { status, said } = team.deploy(ownSite.dataDir, name);
    expect(said).toMatch(says);
    expect(said).not.toMatch(/^\s+at /m);
    expect(status).toBe(name === 'shop' ? 2 : 1);
    if (before) expect(await idOf(ownSite, name)).toBe(before);
    expect((await request.get(`${ownSite.url}/home`)).status()).toBe(200);
  });

test('the very first shell is looked at as well: one that throws while rendering is not made live', async ({
  team,
}) => {
  await team.change(
    'shell/src/header/owner-name.tsx',
    '  return (',
    "  if (children) throw new Error('mud');\n  return (",
  );
  const empty = path.join(team.folder, 'empty');
  const { status, said } = team.deploy(empty, 'shell');
  expect(said).toMatch(/was not made live: in a browser it fails[\s\S]*Error: mud/);
  expect(status).toBe(1);
  expect(await readPointer(storeIn(empty), 'shell')).toEqual([]);
});
