import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { dump, load } from 'js-yaml';
import sharp from 'sharp';
import type { Checkout } from '../fixtures/checkout.ts';

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

const mascots = [
  'remote-home/resources/mascot.svg',
  'remote-contact/resources/behind.svg',
  'remote-contact/resources/letter.svg',
  'shell/drawings/head.svg',
  'shell/resources/favicon.svg',
  'shell/resources/mud-bath.svg',
  'shell/resources/not-found.svg',
];
/** Parts that this mascot does not have. */
const moving = [
  'remote-contact/resources/tail.svg',
  'remote-home/resources/mascot/eyes.svg',
  'remote-home/resources/mascot/gaze.svg',
  'remote-home/resources/mascot/lids.svg',
];

/**
 * Changes a checkout to the site of a photographer, only by what MAKE-IT-YOURS names: with another
 * mascot, green, in English and French, without games, phone, old logos and public sources, with three
 * profiles, six projects and two more sections.
 */
export async function makeOver(checkout: Checkout): Promise<void> {
  const { folder } = checkout;
  const own = (file: string) => path.join(folder, file);
  await cp(path.join(identity, 'owner.json'), own('shell/kit/owner.json'));
  await recolour(own('shell/document.html'));
  for (const file of mascots) await cp(path.join(identity, 'mascot.svg'), own(file));
  for (const file of moving)
    await writeFile(own(file), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await rm(own('remote-home/resources/games'), { recursive: true });
  await rm(own('remote-home/resources/logos'), { recursive: true });
  await rm(own('remote-home/edition'), { recursive: true });
  await empty(own('remote-home/src/games.ts'), 'games: readonly Game[] = [');
  await empty(
    own('remote-home/src/logos.ts'),
    'drawings: readonly [name: string, path: string][] = [',
  );
  await writeProjects(folder);
  await translate(folder);
  for (const section of ['journal', 'prints']) run(folder, 'portfolio.ts', 'new', section);
  run(folder, '../../drawings/draw.ts', 'icons', 'cards');
  // Formats the sources, as an editor does on save.
  run(folder, '../../../node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.');
}

function run(folder: string, script: string, ...words: string[]): void {
  const args = [path.join('shell/cli/src', script), ...words];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stderr}`);
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

async function empty(file: string, list: string): Promise<void> {
  const source = await readFile(file, 'utf8');
  const start = source.indexOf(list) + list.length;
  await writeFile(file, source.slice(0, start) + source.slice(source.indexOf('];\n', start)));
}

async function writeProjects(folder: string): Promise<void> {
  const file = path.join(folder, 'remote-portfolio/src/projects.ts');
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
  await empty(file, 'projects: readonly Project[] = [');
  const source = await readFile(file, 'utf8');
  const filled = source.replace(/(readonly Project\[\] = \[)/, `$1${entries.join('')}\n`);
  await writeFile(file, filled);
  const resources = path.join(folder, 'remote-portfolio/resources');
  await rm(resources, { recursive: true });
  await rm(path.join(folder, 'remote-portfolio/posts'), { recursive: true });
  for (const [at, slug] of Object.keys(series).entries()) {
    await mkdir(path.join(resources, slug), { recursive: true });
    await cp(path.join(identity, 'mascot.svg'), path.join(resources, slug, 'logo.svg'));
    for (const [hour, name] of screenshots.entries()) {
      const background = { r: 40 * at, g: 90 + 50 * hour, b: 200 - 30 * at };
      await sharp({ create: { width: 1600, height: 1000, channels: 3, background } })
        .webp()
        .toFile(path.join(resources, slug, `${name}.webp`));
    }
  }
}

type Words = Record<string, Record<string, string>>;

/** Replaces the first owner's texts by this owner's, and German by French. */
async function translate(folder: string): Promise<void> {
  const [english, french] = await Promise.all(
    ['en', 'fr'].map(async (language) => load(await read(`texts.${language}.yaml`)) as Words),
  );
  for (const part of await readdir(folder)) {
    if (part !== 'shell' && !part.startsWith('remote-')) continue;
    const locales = path.join(folder, part, 'locales');
    const tree = load(await readFile(path.join(locales, 'en.yaml'), 'utf8')) as TextTree;
    const first = Object.fromEntries(
      flatten(tree)
        .filter(([key]) => !isOfFirst(key))
        .map(([key, words]) => [key, isLeftEmpty(key) ? '' : words]),
    );
    const own: Record<string, string> = { ...first, ...english?.[part] };
    if (part === 'remote-portfolio') Object.assign(own, ofSeries());
    const marked = Object.entries(own).map(([key, words]) => [key, words && `${words} (fr)`]);
    const inFrench = { ...Object.fromEntries(marked), ...french?.[part] };
    await rm(path.join(locales, 'de.yaml'));
    await writeFile(path.join(locales, 'en.yaml'), dump(nest(own)));
    await writeFile(path.join(locales, 'fr.yaml'), dump(nest(inFrench)));
  }
}

/** Texts that an owner removes with the first owner's games, logos, projects, profiles and languages. */
function isOfFirst(key: string): boolean {
  return /^(home\.(games|latest|logos)\.(?!title|text|play)|portfolio\.(website|mud-inc|truffle-trumps|wall-and-order|badges)\.|contact\.findMe\.(games|code)|header\.language\.de$)/.test(
    key,
  );
}

/** The texts of the pig that visitors cut, the current work, and the closing. */
function isLeftEmpty(key: string): boolean {
  return /^home\.(cut|now|close)\./.test(key);
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

function flatten(tree: TextTree, before = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[before + key, value] as [string, string]]
      : flatten(value as TextTree, `${before}${key}.`),
  );
}

function nest(flat: Readonly<Record<string, string>>): TextTree {
  const tree: Record<string, unknown> = {};
  for (const [key, words] of Object.entries(flat)) {
    const steps = key.split('.');
    const last = steps.pop() ?? '';
    const folder = steps.reduce((node, step) => {
      node[step] ??= {};
      return node[step] as Record<string, unknown>;
    }, tree);
    folder[last] = words;
  }
  return tree;
}
