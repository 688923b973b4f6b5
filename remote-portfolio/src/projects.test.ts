/** @jest-environment node */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { lookUp } from '@portfolio/kit/testing';
import { load } from 'js-yaml';
import sharp from 'sharp';
import { badgeColors, type Project, pictureIn, projects } from './projects.ts';

const section = path.join(import.meta.dirname, '..');

const locales = readdirSync(path.join(section, '../shell/locales'));
const languages = locales.map((file) => path.parse(file).name);

describe.each(languages)('in the language %s', (language) => {
  const file = path.join(section, `locales/${language}.yaml`);
  const texts = load(readFileSync(file, 'utf8')) as Record<string, unknown>;

  test.each(projects.flatMap(keysOf))('the text %s is written', (key) => {
    expect(lookUp(texts, key)).not.toBe(key);
  });
});

describe.each(projects)('$name', (project) => {
  test('has three screenshots or more, an info tab first, and links that a browser opens safely', () => {
    expect(project.images.length).toBeGreaterThanOrEqual(3);
    expect(project.texts[0]?.tabName).toBe('portfolio.tabs.info');
    for (const { url } of project.externalLinks) expect(new URL(url).protocol).toBe('https:');
  });

  const sketches = project.story ? [{ path: project.story.sketch }] : [];

  test.each([...project.images, ...sketches].flatMap(drawn))('has the picture %s', async (name) => {
    const named = (end: string) => path.join(section, `resources/${name}.${end}`);
    const file = ['png', 'webp', 'jpg'].map(named).find(existsSync);
    const { width = 0, height = 0 } = file ? await sharp(file).metadata() : {};
    expect([width >= 1600, width / height]).toEqual([true, 16 / 10]);
  });
});

test('every story is that of a project with a sketch, written in each language', () => {
  const stories = path.join(section, 'posts');
  const files = existsSync(stories) ? readdirSync(stories) : [];
  const told = new Set(projects.flatMap(({ slug, story }) => (story ? [slug] : [])));
  const wanted = [...told].flatMap((slug) =>
    languages.map((language) => [`${slug}.${language}.md`, `${slug}.md`]),
  );
  expect(wanted.filter((either) => !either.some((it) => files.includes(it)))).toEqual([]);
  expect(files.filter((file) => !told.has(file.replace(/\..*/, '')))).toEqual([]);
});

test('there are eight badge colours', () => {
  const colors = 'blue, orange, light-blue, purple, grey, green, red, yellow';
  expect(Object.keys(badgeColors).join(', ')).toBe(colors);
});

/** The spec's four; an owner takes out what is not theirs, and those that are added choose their own. */
const specified: Record<string, Pick<Project, 'kind'> & { rotation: number; hasTech: boolean }> = {
  website: { kind: 'WebSite', rotation: 300, hasTech: true },
  'truffle-trumps': { kind: 'VideoGame', rotation: 0, hasTech: true },
  'mud-inc': { kind: 'VideoGame', rotation: 250, hasTech: false },
  'wall-and-order': { kind: 'VideoGame', rotation: 185, hasTech: false },
};

test('of the four projects three are games, two have a tech tab, and each its own shift of the background', () => {
  const four = projects.filter(({ slug }) => slug in specified);
  const said = four.map(({ slug, kind, colorRotation, texts }) => {
    const hasTech = texts.some(({ tabName }) => tabName === 'portfolio.tabs.tech');
    return [slug, { kind, rotation: colorRotation, hasTech }];
  });
  expect(said).toEqual(four.map(({ slug }) => [slug, specified[slug]]));
});

/** A picture in each language and theme it is drawn in. */
function drawn({ path }: { path: string }): string[] {
  const all = languages.flatMap((language) =>
    (['dark', 'light'] as const).map((theme) => pictureIn(path, language, theme)),
  );
  return [...new Set(all)];
}

function keysOf(project: Project): string[] {
  const keys = JSON.stringify(project).match(/(?<=")[\w-]+\.[\w.-]+(?=")/g) ?? [];
  return [...keys, ...project.externalLinks.map(({ text }) => `${text}Hint`)];
}
