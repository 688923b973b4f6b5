import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { leavesOf } from '@portfolio/releases/release/files.ts';
import { dump, load } from 'js-yaml';
import sharp from 'sharp';
import type { Checkout } from '../fixtures/checkout.ts';
import { putText } from '../fixtures/text.ts';

const identity = path.join(import.meta.dirname, 'identity');
const read = (file: string) => readFile(path.join(identity, file), 'utf8');

/** The photographer's series: each of another kind, without a second text. */
const series = {
  harbours: 'Photograph',
  ferries: 'ImageGallery',
  fishermen: 'VisualArtwork',
  lighthouses: 'CreativeWork',
  saltworks: 'Book',
  regatta: 'Movie',
};
const screenshots = ['dawn', 'noon', 'dusk'];

const mascots = `remote-home/resources/mascot.svg remote-contact/resources/behind.svg
  remote-contact/resources/letter.svg shell/drawings/head.svg shell/resources/favicon.svg
  shell/resources/mud-bath.svg shell/resources/not-found.svg`.split(/\s+/);
/** Parts that this mascot does not have. */
const moving = `remote-contact/resources/tail.svg remote-home/resources/mascot/eyes.svg
  remote-home/resources/mascot/gaze.svg remote-home/resources/mascot/lids.svg`.split(/\s+/);

/** Changes a checkout to the site of a photographer, only by what MAKE-IT-YOURS names: fewer, more, other parts. */
export async function makeOver({ folder }: Checkout): Promise<void> {
  const own = (file: string) => path.join(folder, file);
  await cp(path.join(identity, 'owner.json'), own('shell/kit/owner.json'));
  await recolour(own('shell/document.html'));
  for (const file of mascots) await cp(path.join(identity, 'mascot.svg'), own(file));
  for (const file of moving)
    await writeFile(own(file), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const part of ['resources/games', 'resources/logos', 'edition'])
    await rm(own(`remote-home/${part}`), { recursive: true });
  await fill(own('remote-home/src/games.ts'), 'games: readonly Game[] = [');
  const drawings = 'drawings: readonly [name: string, path: string][] = [';
  await fill(own('remote-home/src/logos.ts'), drawings);
  await writeProjects(own('remote-portfolio'));
  await translate(folder);
  for (const section of ['journal', 'prints']) run(folder, 'portfolio.ts', 'new', section);
  run(folder, '../../drawings/draw.ts', 'icons', 'cards');
  // Formats the sources, as an editor does on save.
  run(folder, '../../../node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.');
}

function run(folder: string, script: string, ...words: string[]): void {
  const args = [path.join('shell/cli/src', script), ...words];
  execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function recolour(file: string): Promise<void> {
  const palettes = JSON.parse(await read('palette.json')) as Record<string, object>;
  let html = await readFile(file, 'utf8');
  for (const [theme, colours] of Object.entries(palettes)) {
    const start = html.indexOf(`[data-theme='${theme}'] {`);
    const end = html.indexOf('}\n', start);
    let rule = html.slice(start, end);
    for (const [name, colour] of Object.entries(colours))
      rule = rule.replace(new RegExp(`${name}: [^;]+;`), `${name}: ${colour};`);
    html = html.slice(0, start) + rule + html.slice(end);
  }
  await writeFile(file, html);
}

/** Replaces the entries of a list. */
async function fill(file: string, list: string, entries = ''): Promise<void> {
  const source = await readFile(file, 'utf8');
  const start = source.indexOf(list) + list.length;
  const end = source.indexOf('];\n', start);
  await writeFile(file, source.slice(0, start) + entries + source.slice(end));
}

async function writeProjects(section: string): Promise<void> {
  const entries = Object.entries(series).map(
    ([slug, kind], at) => `
  project('${slug}', {
    kind: '${kind}',
    badges: {},
    tabs: ['info'],
    links: { see: 'https://photos.example/ines/${slug}' },
    logo: '${slug}/logo.svg',
    screenshots: [${screenshots.map((name) => `'${slug}/${name}'`).join(', ')}],
    colorRotation: ${at * 50},
  }),`,
  );
  const list = 'projects: readonly Project[] = [';
  await fill(path.join(section, 'src/projects.ts'), list, entries.join(''));
  for (const part of ['resources', 'posts'])
    await rm(path.join(section, part), { recursive: true });
  const create = { width: 1600, height: 1000, channels: 3, background: '#285a96' } as const;
  const picture = await sharp({ create }).webp().toBuffer();
  for (const slug of Object.keys(series)) {
    const folder = path.join(section, 'resources', slug);
    await cp(path.join(identity, 'mascot.svg'), path.join(folder, 'logo.svg'));
    for (const name of screenshots) await writeFile(path.join(folder, `${name}.webp`), picture);
  }
}

type Words = Readonly<Record<string, string>>;

/** Texts that an owner removes with the first owner's games, logos, projects, profiles and languages. */
const ofFirst =
  /^(home\.(games|latest|logos)\.(?!title|text|play)|portfolio\.(website|mud-inc|truffle-trumps|wall-and-order|badges)\.|contact\.findMe\.(games|code)|header\.language\.de$)/;

/** The texts of the pig that visitors cut, the current work, and the closing. */
const leftEmpty = /^home\.(cut|now|close)\./;

/** Replaces the first owner's texts by this owner's, and German by French and Portuguese. */
async function translate(folder: string): Promise<void> {
  const wordsIn = async (language: string) =>
    load(await read(`texts.${language}.yaml`)) as Record<string, Words>;
  const [english, french] = [await wordsIn('en'), await wordsIn('fr')];
  for (const part of await readdir(folder)) {
    if (part !== 'shell' && !part.startsWith('remote-')) continue;
    const locales = path.join(folder, part, 'locales');
    const kept = leavesOf(load(await readFile(path.join(locales, 'en.yaml'), 'utf8')))
      .filter(([key]) => !ofFirst.test(key))
      .map(([key, words]) => [key, leftEmpty.test(key) ? '' : words]);
    const own: Words = {
      ...Object.fromEntries(kept),
      ...english[part],
      ...(part === 'remote-portfolio' ? ofSeries() : {}),
    };
    const marked = (language: string): Words =>
      Object.fromEntries(
        Object.entries(own).map(([key, words]) => [key, words && `${words} (${language})`]),
      );
    await rm(path.join(locales, 'de.yaml'));
    for (const [language, texts] of [
      ['en', own],
      ['fr', { ...marked('fr'), ...french[part] }],
      ['pt-BR', marked('pt-BR')],
    ] as const)
      await writeTexts(path.join(locales, `${language}.yaml`), texts);
  }
}

async function writeTexts(file: string, texts: Words): Promise<void> {
  const tree: TextTree = {};
  for (const [key, words] of Object.entries(texts)) putText(tree, key, words);
  await writeFile(file, dump(tree));
}

function ofSeries(): Record<string, string> {
  return Object.fromEntries(
    Object.keys(series).flatMap((slug) => [
      [`portfolio.${slug}.name`, `The ${slug}`],
      [`portfolio.${slug}.logo`, `The camera that took the ${slug}`],
      [`portfolio.${slug}.facts`, 'Year: 2025\nFilm: Black and white'],
      [`portfolio.${slug}.info`, `# About the ${slug}\n\nA series of **three**.`],
      [`portfolio.${slug}.links.see`, 'See all'],
      [`portfolio.${slug}.links.seeHint`, 'All pictures of the series'],
      ...screenshots.flatMap((name) => [
        [`portfolio.${slug}.images.${name}.alt`, `The ${slug} at ${name}`],
        [`portfolio.${slug}.images.${name}.caption`, `At ${name}`],
      ]),
    ]),
  );
}
