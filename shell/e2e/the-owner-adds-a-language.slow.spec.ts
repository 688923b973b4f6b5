import { cp, rename } from 'node:fs/promises';
import path from 'node:path';
import { projects, sections } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { recordRequests } from './fixtures/requests.ts';
import { reword } from './fixtures/text.ts';
import { commandsOf } from './fixtures/the-readme.ts';

test.use({ locale: 'fr-FR' });

test('a language that is added by the steps of the README is offered, chosen and shown, also one with a tag such as pt-BR', async ({
  page,
  header,
  heading,
  ownSite,
  team,
}) => {
  const names = sections.map(({ name }) => name);
  for (const folder of ['shell', ...names.map((name) => `remote-${name}`)]) {
    for (const language of ['fr', 'pt-BR']) {
      // The English words suffice here.
      const locales = path.join(team.folder, folder, 'locales');
      await cp(path.join(locales, 'en.yaml'), path.join(locales, `${language}.yaml`));
    }
  }
  const stories = path.join(team.folder, 'remote-portfolio/posts');
  for (const { slug } of projects.filter(({ story }) => story))
    await rename(path.join(stories, `${slug}.en.md`), path.join(stories, `${slug}.md`));
  await reword(team, 'remote-home/locales/pt-BR.yaml', 'home.introduction.title', 'Oi!');
  await team.change('remote-home/locales/fr.yaml', '    start: ', '    start: Bonjour ! ');
  for (const name of names)
    expect(await team.portfolio(ownSite, `deploy ${name}`)).toMatch(/ is live\.$/m);

  const commands = commandsOf('Add a language').filter((command) => !command.endsWith(' home'));
  for (const command of commands) await team.run(ownSite, command);

  await page.goto(`${ownSite.url}/home`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const card = page.locator('meta[property="og:image"]');
  await expect(card).toHaveAttribute('content', /social-card-fr\.png$/);
  await expect(heading).toContainText('Bonjour !');
  await expect(header.language.getByRole('option')).toHaveText(
    ['English', 'Deutsch', 'Français', 'Português (Brasil)'],
    { useInnerText: true },
  );
  await header.language.selectOption('en');
  await expect(heading).not.toContainText('Bonjour !');
  await header.language.selectOption('fr');
  await expect(heading).toContainText('Bonjour !');

  // The choice is stored, and its texts are requested once, before the scripts.
  const requests = recordRequests(page);
  await page.reload();
  await expect(heading).toContainText('Bonjour !');
  const calls = requests.filter((each) => each.startsWith('/api/locales/'));
  expect(calls).toEqual(['/api/locales/fr']);

  const call = page.waitForRequest('**/api/locales/pt-BR?*');
  await header.language.selectOption('pt-BR');
  await call;
  const hello = page.getByRole('heading', { name: 'Oi!' });
  await expect(hello).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('pt-BR');
  await page.reload();
  await expect(hello).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await page.goto(`${ownSite.url}/portfolio?language=pt-BR`);
  const locale = page.locator('meta[property="og:locale"]');
  await expect(locale).toHaveAttribute('content', 'pt_BR');
});
