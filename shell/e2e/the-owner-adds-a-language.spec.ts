import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { Checkout } from './fixtures/checkout.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { reword } from './fixtures/text.ts';
import { commandsOf } from './fixtures/the-readme.ts';

test.use({ locale: 'fr-FR', expectedErrors: [/Failed to load resource.*locales/] });

test('a language that is added by the steps of the README is offered, chosen and spoken, also one with a tag such as pt-BR', async ({
  page,
  ownSite,
  team,
}) => {
  // Four builds.
  test.setTimeout(300_000);
  const deploy = (name: string) => team.deploy(ownSite.dataDir, name, '--skip-browser');
  const sections = ['home', 'portfolio', 'contact'];
  for (const folder of ['shell', ...sections.map((section) => `remote-${section}`)])
    for (const language of ['fr', 'pt-BR']) await add(team, folder, language);
  await reword(team, 'remote-home/locales/pt-BR.yaml', 'home.introduction.title', 'Oi!');
  await team.change('remote-home/locales/fr.yaml', '    start: ', '    start: Bonjour ! ');
  const words = sections.map((section) => deploy(section).said);
  for (const said of words) expect(said).toMatch(/ is live\.$/m);

  const ofShell = 'shell/locales/fr.yaml';
  await reword(team, ofShell, 'site.lost', 'Il manque quelque chose.');
  const env = { ...process.env, FORCE_COLOR: '0', DATA_DIR: ownSite.dataDir };
  const commands = commandsOf('Add a language').filter((command) => !command.endsWith(' home'));
  for (const command of commands) {
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
  await expect(languages.getByRole('option')).toHaveText(
    ['English', 'Deutsch', 'Français', 'Português (Brasil)'],
    { useInnerText: true },
  );
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
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Il manque quelque chose.');
  // A preview comes without its page: there, nothing else can be read.
  const [home] = /home@\w+/.exec(words.join()) ?? [];
  await page.goto(`${ownSite.url}/home?preview=${home}`);
  await expect(notice).toContainText('Il manque quelque chose.');

  await page.unroute('**/api/locales/**');
  const call = page.waitForRequest('**/api/locales/pt-BR');
  await page.goto(`${ownSite.url}/home`);
  await page.getByLabel('Language').selectOption({ label: 'Português (Brasil)' });
  await call;
  await expect(page.getByRole('heading', { name: 'Oi!' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('pt-BR');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Oi!' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.goto(`${ownSite.url}/portfolio?language=pt-BR`);
  const locale = page.locator('meta[property="og:locale"]');
  await expect(locale).toHaveAttribute('content', 'pt_BR');
});

/** Here it has the English words. */
function add(team: Checkout, folder: string, language: string): Promise<void> {
  const locales = path.join(team.folder, folder, 'locales');
  return cp(path.join(locales, 'en.yaml'), path.join(locales, `${language}.yaml`));
}
