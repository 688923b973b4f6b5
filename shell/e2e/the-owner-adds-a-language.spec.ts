import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { Checkout } from './fixtures/checkout.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { chapterOf, commandsOf } from './fixtures/the-readme.ts';

test.use({ locale: 'fr-FR', expectedErrors: [/Failed to load resource.*locales/] });

/** The chapter names the files, not the words; these are those of the third step. */
const codeChanges: Record<string, [from: string, to: string]> = {
  'shell/kit/src/texts/languages.ts': ["['en', 'de']", "['en', 'de', 'fr']"],
  'shell/document.html': ["language === 'de')", "language === 'de' || language === 'fr')"],
  'shell/src/start/texts-failed.tsx': [
    'const words = [\n',
    "const words = [\n  { language: 'fr', text: 'Les textes manquent.', retry: 'Encore' },\n",
  ],
};

test('a language that is added by the steps of the README is offered, chosen and spoken', async ({
  page,
  ownSite,
  team,
}) => {
  // Four builds.
  test.setTimeout(300_000);
  const deploy = (name: string) => team.deploy(ownSite.dataDir, name, '--skip-browser');
  const sections = ['home', 'portfolio', 'contact'];
  for (const folder of ['shell', ...sections.map((section) => `remote-${section}`)])
    await addFrench(team, folder);
  await team.change('remote-home/locales/fr.yaml', '    start: ', '    debut: ');
  expect(deploy('home').said).toContain(
    'locales/fr.yaml lacks the key "home.header.start" that another language has.',
  );
  await team.change('remote-home/locales/fr.yaml', '    debut: ', '    start: Bonjour ! ');
  for (const section of sections) expect(deploy(section).said).toMatch(/ is live\.$/m);

  for (const language of ['en', 'de', 'fr'])
    await team.change(
      `shell/locales/${language}.yaml`,
      '\n    de: ',
      '\n    fr: Français\n    de: ',
    );
  expect(namedInStep(3)).toEqual(Object.keys(codeChanges));
  for (const [file, [from, to]] of Object.entries(codeChanges)) await team.change(file, from, to);
  const env = { ...process.env, FORCE_COLOR: '0', DATA_DIR: ownSite.dataDir };
  for (const command of commandsOf('Add a language')) {
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: team.folder, env });
    expect(status, `${command}: ${stderr}`).toBe(0);
  }

  await page.goto(`${ownSite.url}/home`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const card = page.locator('meta[property="og:image"]');
  await expect(card).toHaveAttribute('content', /social-card-fr\.png$/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Bonjour !');
  const languages = page.getByLabel('Language');
  await expect(languages.getByRole('option')).toHaveText(['English', 'Deutsch', 'Français'], {
    useInnerText: true,
  });
  await languages.selectOption('English');
  await expect(heading).not.toContainText('Bonjour !');
  await page.getByLabel('Language').selectOption('Français');
  await expect(heading).toContainText('Bonjour !');

  // The choice is kept, and its texts are asked for once, before the scripts.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(heading).toContainText('Bonjour !');
  expect(asked.filter((path) => path.startsWith('/api/locales/'))).toEqual(['/api/locales/fr']);

  await page.route('**/api/locales/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Les textes manquent.');
});

/** Here it has the English words. */
function addFrench(team: Checkout, folder: string): Promise<void> {
  const locales = path.join(team.folder, folder, 'locales');
  return cp(path.join(locales, 'en.yaml'), path.join(locales, 'fr.yaml'));
}

/** The files of a step of the chapter. */
function namedInStep(step: number): string[] {
  const [, line = ''] =
    new RegExp(`^${step}\\. (.*)$`, 'm').exec(chapterOf('Add a language')) ?? [];
  return [...line.matchAll(/`(shell\/[^`]+)`/g)].map(([, file = '']) => file);
}
