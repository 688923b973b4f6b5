import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultPage, faultOfPage } from '@portfolio/contract/pages.ts';
import { defaultLanguage } from '@portfolio/contract/texts.ts';
import { releaseName } from '@portfolio/releases/release/release.ts';
import { pageOf, readManifest } from '../build/manifest.ts';
import { NotPossibleError, WrongUseError } from '../exit-code.ts';
import { listDeployables, wrongName } from '../project.ts';
import { repository } from '../repository.ts';
import type { Usage } from '../usage.ts';
import { blogFiles } from './blog-template.ts';

/** `portfolio new <name>` */
export function define(command: Usage): void {
  command
    .argument('<name>', 'a part of its address, such as blog')
    .option('--blog', 'with a page for each Markdown file in posts/')
    .action(layOutSection);
}

/** In the repository beside the others, elsewhere in a folder of its own. */
async function layOutSection(name: string, { blog: isBlog }: { blog?: true }): Promise<void> {
  if (name === 'shell' || !releaseName.safeParse(name).success)
    throw wrongName(name, repository ? 'npm run new --' : 'portfolio new');
  const fault = faultOfPage(name, defaultPage(name));
  if (fault) throw new WrongUseError(fault);
  const folder = `remote-${name}`;
  const target = path.join(repository ?? process.cwd(), folder);
  if (existsSync(target)) throw new NotPossibleError(`There is a folder ${folder} already.`);
  const title = `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  const files: Record<string, string> = {
    'package.json': `${JSON.stringify(await manifestOf(name), null, 2)}\n`,
    'src/page.tsx': pageSource(name, title),
    'tsconfig.json': '{ "extends": "@portfolio/cli/section.tsconfig.json" }\n',
  };
  if (isBlog) Object.assign(files, blogFiles(name, await languages()));
  if (!repository) files['.gitignore'] = 'node_modules/\ndist/\n*.key\n';
  for (const language of await languages())
    files[`locales/${language}.yaml`] = textsSource(name, title, language);
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await writeFile(path.join(target, file), content);
  }
  if (repository) console.log(`${folder} is laid out. Deploy it with: npm run deploy -- ${name}`);
  // Before they are installed there, npx would fetch any package that is called so.
  else
    console.log(
      `${folder} is laid out. In it, install the kit and the command line (npm install --no-save <kit>.tgz <cli>.tgz node@24); then deploy it with: npx portfolio deploy`,
    );
}

async function manifestOf(name: string): Promise<object> {
  return {
    name: `@portfolio/remote-${name}`,
    version: '1.0.0',
    private: true,
    type: 'module',
    peerDependencies: { '@portfolio/kit': '^1.2.0', react: '^19.3.0' },
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

/** Those of the shell; away from it the two that it comes with. */
async function languages(): Promise<string[]> {
  if (!repository) return [defaultLanguage, 'de'];
  const files = await readdir(path.join(repository, 'shell/locales'));
  return files.map((file) => path.parse(file).name);
}

function pageSource(name: string, title: string): string {
  return `import { Markdown, Text, Title } from '@portfolio/kit';

/** /${name} */
export default function ${title.replaceAll(/\s(\w)/g, (_space, letter: string) => letter.toUpperCase())}Page() {
  return (
    <>
      <Title>
        <Text path="${name}.title" />
      </Title>
      <Markdown path="${name}.text" />
    </>
  );
}
`;
}

/** Every other language begins with the English words. */
function textsSource(name: string, title: string, language: string): string {
  const words =
    language === 'de'
      ? { description: `${title}: hier steht bald mehr.`, text: 'Noch nichts. **Bald.**' }
      : { description: `${title}: more of it soon.`, text: 'Nothing yet. **Soon.**' };
  // Quoted: “Null” and “True” are no texts in YAML.
  return `${name}:
  navigation: "${title}"
  document:
    title: "${title}"
    description: "${words.description}"
  title: "${title}"
  text: ${words.text}
`;
}
