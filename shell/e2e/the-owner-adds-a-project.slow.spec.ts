import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Checkout } from './fixtures/checkout.ts';
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
const textsIn = (language: string, info: string) => `  snoutbook:
    name: Snoutbook
    logo: The logo in ${language}
    facts: ""
    info: "# ${info}"
    images:
${screenshots.map((name) => `      ${name}: { alt: The ${name} in ${language}, caption: ${name} }`).join('\n')}
`;

test('a project that is added by the steps of the README is on the page in both languages', async ({
  page,
  ownSite,
  team,
}) => {
  // Includes the rules of the pages, a build, and its inspection.
  test.setTimeout(300_000);
  const [checkAll = '', deploy = ''] = commandsOf('Add a project');
  // Rules of other folders are not affected.
  const check = `${checkAll} --testPathPatterns remote-portfolio`;
  const count = projects.length + 1;

  const pictures = await drawPictures(team);
  await rm(`${pictures}/closing.webp`);
  const german = textsIn('German', 'Alle Rüssel an einem Ort');
  const english = textsIn('English', 'All snouts in one place');
  await addTexts(team, 'en', english);
  await addTexts(team, 'de', german.replace(/^ +queue: .*\n/m, ''));
  await team.change('remote-portfolio/src/projects.ts', '\n];\n', `\n${entry}];\n`);
  const output = team.run(ownSite, check, 1);
  expect(output).toContain('in the language de › the text portfolio.snoutbook.images.queue.alt');
  expect(output).toContain('has the picture snoutbook/closing');
  expect(output).toMatch(/portfolio\.snoutbook\.name › has badges in colours there are[^●]*"pink"/);
  expect(output).toMatch(/^Tests: +4 failed,/m);

  await team.change(
    'remote-portfolio/locales/de.yaml',
    german.replace(/^ +queue: .*\n/m, ''),
    german,
  );
  const refused = team.run(ownSite, `${deploy}`, 1);
  expect(refused).toContain('resources/snoutbook/closing is missing');
  await drawPictures(team);
  await team.change('remote-portfolio/src/projects.ts', "'pink'", "'purple'");
  expect(team.run(ownSite, deploy)).toMatch(/^portfolio@[0-9a-f]{12} is live\.$/m);

  for (const [language, info] of [
    ['en', 'All snouts in one place'],
    ['de', 'Alle Rüssel an einem Ort'],
  ] as const) {
    await page.goto(`${ownSite.url}/portfolio?language=${language}`);
    await expect(page.getByRole('article')).toHaveCount(count);
    await expect(page.getByText(leadOf(count, language))).toBeVisible();
    const project = page.getByRole('article', { name: 'Snoutbook' });
    await expect(project.getByRole('heading', { name: info })).toBeVisible();
    await project.getByRole('button', { name: /The queue in (English|German)$/ }).click();
    const gallery = page.getByRole('dialog');
    await expect(gallery.getByRole('toolbar')).toContainText('2 / 3');
    await expect(gallery.getByRole('img')).not.toHaveAttribute('aria-busy');
  }
});

/** The first words of the page with this number of projects. */
function leadOf(count: number, language: string): string {
  const numbers = text('portfolio.numbers', language).split(' ');
  const [all = '', others = ''] = [numbers[count], numbers[count - 1]];
  return text('portfolio.lead', language)
    .replace('{All}', all.charAt(0).toUpperCase() + all.slice(1))
    .replace('{others}', others);
}

/** Copies the pictures of another project. */
async function drawPictures(team: Checkout): Promise<string> {
  const resources = path.join(team.folder, 'remote-portfolio/resources');
  const folder = path.join(resources, 'snoutbook');
  await mkdir(folder, { recursive: true });
  await cp(path.join(resources, lastProject.logoPath), path.join(folder, 'logo.svg'));
  for (const name of screenshots)
    await cp(
      path.join(resources, `${lastImage(lastProject).path}.webp`),
      path.join(folder, `${name}.webp`),
    );
  return folder;
}

function addTexts(team: Checkout, language: string, texts: string): Promise<void> {
  const file = `remote-portfolio/locales/${language}.yaml`;
  return team.change(file, `\n  ${lastProject.slug}:\n`, `\n${texts}  ${lastProject.slug}:\n`);
}
