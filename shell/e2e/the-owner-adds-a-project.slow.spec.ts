import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { lastImage, lastProject, projects } from './fixtures/content.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';
import { commandsOf } from './fixtures/the-readme.ts';

const screenshots = ['opening', 'queue', 'closing'];
const entry = `  project('snoutbook', {
    kind: 'WebSite',
    badges: { react: 'pink' },
    tabs: ['info'],
    logo: 'snoutbook/logo.svg',
    screenshots: [${screenshots.map((name) => `'snoutbook/${name}'`).join(', ')}],
    colorRotation: 90,
  }),
`;
const infos = { en: 'All snouts in one place', de: 'Alle Rüssel an einem Ort' };

test('a project that is added by the steps of the README is on the page in both languages', async ({
  page,
  ownSite,
  team,
}) => {
  const [checkAll = '', deploy = ''] = commandsOf('Add a project');
  const count = projects.length + 1;

  // The pictures of another project.
  const resources = path.join(team.folder, 'remote-portfolio/resources');
  const pictures = path.join(resources, 'snoutbook');
  await mkdir(pictures);
  await cp(path.join(resources, lastProject.logoPath), `${pictures}/logo.svg`);
  for (const name of screenshots)
    await cp(
      path.join(resources, `${lastImage(lastProject).path}.webp`),
      `${pictures}/${name}.webp`,
    );
  for (const [language, info] of Object.entries(infos)) {
    const images = screenshots.map(
      (name) => `      ${name}: { alt: The ${name} in ${language}, caption: ${name} }\n`,
    );
    const texts = `  snoutbook:
    name: Snoutbook
    logo: The logo in ${language}
    facts: ""
    info: "# ${info}"
    images:\n${images.join('')}`;
    const first = `\n  ${lastProject.slug}:\n`;
    await team.change(
      `remote-portfolio/locales/${language}.yaml`,
      first,
      `\n${texts}${first.slice(1)}`,
    );
  }
  await team.change('remote-portfolio/src/projects.ts', '\n];\n', `\n${entry}];\n`);
  // Rules of other folders are not affected.
  const output = await team.run(ownSite, `${checkAll} --testPathPatterns remote-portfolio`, 1);
  expect(output).toMatch(/portfolio\.snoutbook\.name › has badges in colours there are[^●]*"pink"/);
  expect(output).toMatch(/^Tests: +1 failed,/m);
  await team.change('remote-portfolio/src/projects.ts', "'pink'", "'purple'");
  expect(await team.run(ownSite, deploy)).toMatch(/^portfolio@[0-9a-f]{12} is live\.$/m);

  for (const [language, info] of Object.entries(infos)) {
    await page.goto(`${ownSite.url}/portfolio?language=${language}`);
    await expect(page.getByRole('article')).toHaveCount(count);
    const numbers = text('portfolio.numbers', language).split(' ');
    const [all = '', others = ''] = [numbers[count], numbers[count - 1]];
    const lead = text('portfolio.lead', language)
      .replace('{All}', all.charAt(0).toUpperCase() + all.slice(1))
      .replace('{others}', others);
    await expect(page.getByText(lead)).toBeVisible();
    const project = page.getByRole('article', { name: 'Snoutbook' });
    await expect(project.getByRole('heading', { name: info })).toBeVisible();
    await project.getByRole('button', { name: `The queue in ${language}` }).click();
    const gallery = page.getByRole('dialog');
    await expect(gallery.getByRole('toolbar')).toContainText('2 / 3');
    await expect(gallery.getByRole('img')).not.toHaveAttribute('aria-busy');
  }
});
