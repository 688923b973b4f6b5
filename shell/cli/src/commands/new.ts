import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultPage, faultOfPage } from '@portfolio/contract/pages.ts';
import { releaseName } from '@portfolio/releases/release/release.ts';
import { languageOf } from '@portfolio/releases/release/texts.ts';
import { pageOf, readManifest } from '../build/manifest.ts';
import { writeTextPaths } from '../checks/types.ts';
import { NotPossibleError, WrongUseError } from '../exit-code.ts';
import { listDeployables, ownPackage, wrongName } from '../project.ts';
import { repository } from '../repository.ts';
import type { Usage } from '../usage.ts';

/** `portfolio new <name>` */
export function define(command: Usage): void {
  command
    .argument('<name>', 'a part of its address, such as blog')
    .option('--to <site>', 'the site it is for: it has texts in each of its languages')
    .action(layOutSection);
}

/** What is laid out is data: each file of this folder, with the names of the section filled in. */
const template = path.join(ownPackage, 'template');

/** In the repository a section is a workspace, and has what the repository has not. */
const ofSection = ['src/page.tsx', 'src/page.test.tsx', 'tsconfig.json'];
const ofTeam = [...ofSection, 'README.md', '.github/workflows/publish.yml', 'gitignore'];

/** In the repository beside the others, elsewhere in a folder of its own. */
async function layOutSection(name: string, { to }: { to?: string }): Promise<void> {
  if (name === 'shell' || !releaseName.safeParse(name).success)
    throw wrongName(name, repository ? 'npm run new --' : 'portfolio new');
  const fault = faultOfPage(name, defaultPage(name));
  if (fault) throw new WrongUseError(fault);
  const folder = `remote-${name}`;
  const target = path.join(repository ?? process.cwd(), folder);
  if (existsSync(target)) throw new NotPossibleError(`There is a folder ${folder} already.`);
  const title = `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  const words: Record<string, string> = { name, title, site: to ?? 'https://www.example.com' };
  // An expression of GitHub has spaces within its braces.
  const lay = async (file: string, from = file) => {
    const text = await readFile(path.join(template, from), 'utf8');
    const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (all, word) => words[word] ?? all);
    await write(path.join(target, file.replace(/^gitignore$/, '.gitignore')), filled);
  };
  const languages = await languagesOf(to);
  for (const file of repository ? ofSection : ofTeam) await lay(file);
  // Every other language begins with the English words.
  for (const language of languages)
    await lay(`locales/${language}.yaml`, `locales/${language === 'de' ? 'de' : 'en'}.yaml`);
  const tools = repository ? {} : await layTools(target);
  const manifest = JSON.stringify({ ...(await manifestOf(name)), ...tools }, null, 2);
  await write(path.join(target, 'package.json'), `${manifest}\n`);
  if (!repository) await writeTextPaths(target);
  const next = repository
    ? `Deploy it with: npm run deploy -- ${name}`
    : 'In it: npm install. What there is to type then is in its README.md.';
  console.log(`${folder} is laid out. ${next}`);
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** The kit, and this very command line packed again: wherever it was run from, a CI has both then. */
async function layTools(target: string): Promise<{ dependencies: Record<string, string> }> {
  const tools = path.join(target, 'tools');
  await mkdir(tools);
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', tools, ownPackage];
  const { stdout, stderr, status } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new NotPossibleError(`npm pack failed: ${stdout}${stderr}`);
  const kit = 'portfolio-kit.tgz';
  await cp(path.join(ownPackage, 'kit.tgz'), path.join(tools, kit));
  return {
    dependencies: {
      '@portfolio/cli': `file:tools/${stdout.trim()}`,
      '@portfolio/kit': `file:tools/${kit}`,
    },
  };
}

async function manifestOf(name: string): Promise<object> {
  return {
    name: `@portfolio/remote-${name}`,
    version: '1.0.0',
    private: true,
    type: 'module',
    peerDependencies: { '@portfolio/kit': '^1.1.0', react: '^19.3.0' },
    page: {
      path: `/${name}`,
      order: await lastOrder(),
      label: `${name}.navigation`,
      icon: 'panel-top',
    },
    budget: { scripts: 4000 },
  };
}

/** Behind all that stand in the navigation. */
async function lastOrder(): Promise<number> {
  const others = (await listDeployables()).filter(({ name }) => name !== 'shell');
  const pages = others.map(async ({ name, source }) =>
    pageOf(name, source, await readManifest(source)),
  );
  const orders = (await Promise.all(pages)).map(({ order }) => order);
  return Math.min(Math.max(90, ...orders) + 10, 1000);
}

/** Those of the site, or of the shell in the repository; else the two that a site comes with. */
async function languagesOf(to: string | undefined): Promise<string[]> {
  if (to !== undefined) {
    const { askFacts, siteAt } = await import('../deploy/remote-site.ts');
    const [shell] = (await askFacts(siteAt(to))).releases.get('shell') ?? [];
    return Object.keys(shell?.files ?? {}).flatMap((file) => languageOf(file) ?? []);
  }
  if (!repository) return ['en', 'de'];
  const files = await readdir(path.join(repository, 'shell/locales'));
  return files.map((file) => path.parse(file).name);
}
