import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage } from '@portfolio/contract/texts.ts';
import { languageOf } from '@portfolio/releases/release/files.ts';
import { pageSchema } from '@portfolio/releases/release/release.ts';
import { type Command, Option } from 'commander';
import { readProvided } from '../build/base-config.ts';
import { ownPackage, repository } from '../own-package.ts';
import { writeInto } from '../project/manifest.ts';
import { checkName } from '../project/project.ts';
import { siteAt } from '../publishing/site.ts';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';

export function defineNew(command: Command): void {
  command
    .argument('<name>', 'a part of its address, such as blog')
    .addOption(new Option('--blog', 'with a page for each Markdown file in posts/').conflicts('cv'))
    .option('--cv', 'a CV, made for paper as well')
    .option('--to <site>', 'the site it is for: it gets texts in each of its languages')
    .action(createSection);
}

const iconOf = { blog: 'newspaper', cv: 'book-open', page: 'panel-top' } as const;

async function createSection(
  name: string,
  { blog: isBlog, cv: isCv, to }: { blog?: true; cv?: true; to?: string },
): Promise<void> {
  checkName(name, 'portfolio new blog');
  const { error } = pageSchema.shape.path.safeParse(`/${name}`);
  if (error) throw new WrongUseError(`/${name} ${error.issues[0]?.message}.`);
  const folder = `remote-${name}`;
  const target = path.join(repository ?? process.cwd(), folder);
  if (existsSync(target)) throw new NotPossibleError(`There is a folder ${folder} already.`);
  const languages = await languagesOf(to);
  const kind = (isBlog && 'blog') || (isCv && 'cv') || 'page';
  const { react = '', '@portfolio/kit': kit = '' } = readProvided();
  const title =
    name === 'cv' ? 'CV' : `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  const words = {
    name,
    title,
    heading: isCv ? 'Your Name' : title,
    icon: iconOf[kind],
    kit,
    react,
    site: to ?? 'https://www.example.com',
    date: new Date().toISOString().slice(0, 10),
  };
  const parts = ['section', kind, ...(repository ? [] : ['team'])];
  const undo = async (error: Error) => {
    // The folder would block the next try.
    await rm(target, { recursive: true, force: true });
    throw error;
  };
  for (const part of parts) await fillTemplate(part, target, words, languages).catch(undo);
  const next = repository
    ? `Deploy it with: npx portfolio deploy ${name}`
    : 'In it: npm install --save-dev, with the files of the kit and of this command line. What there is to type then is in its README.md.';
  console.log(`${folder} is created. ${next}`);
}

/** The language in the name of a file with texts. */
const languageIn = /(?<=^|\.)(en|de)(?=\.\w+$)/;

/** Copies a template. Each language of the site gets its own version of a file with texts, or the English one. */
async function fillTemplate(
  part: string,
  target: string,
  words: Readonly<Record<string, string>>,
  languages: readonly string[],
): Promise<void> {
  const folder = path.join(ownPackage, 'template', part);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(path.join(entry.parentPath, entry.name), 'utf8');
    // GitHub's expressions have spaces within their braces, so they do not match.
    const content = text.replaceAll(/\{\{(\w+)\}\}/g, (all, word) => words[word] ?? all);
    const [own] = languageIn.exec(entry.name) ?? [];
    const inEach = own ? languages.filter((each) => (each === 'de') === (own === 'de')) : [''];
    for (const language of inEach) {
      // The template has other names, as npm would apply these files when it packs.
      const name = entry.name
        .replace(languageIn, language)
        .replace(/^(?=(?:gitattributes|gitignore|npmrc)$)/, '.');
      await writeInto(path.join(target, path.relative(folder, entry.parentPath)), name, content);
    }
  }
}

/** The languages of the site, or of the shell in the repository; else the default ones. */
async function languagesOf(to: string | undefined): Promise<string[]> {
  if (to !== undefined) {
    const { releases } = await siteAt(to).facts();
    return Object.keys(releases.shell?.files ?? {}).flatMap((file) => languageOf(file) ?? []);
  }
  if (!repository) return [defaultLanguage, 'de'];
  const files = await readdir(path.join(repository, 'shell/locales'));
  return files.map((file) => path.parse(file).name);
}
