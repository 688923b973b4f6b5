/** @jest-environment node */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { badgeColors } from './badge-colors.ts';
import type { Project } from './project.ts';
import { projects } from './projects.ts';

const section = path.join(import.meta.dirname, '..');

describe.each(['en', 'de'])('in the language %s', (language) => {
  const texts = load(readFileSync(path.join(section, `locales/${language}.yaml`), 'utf8'));

  test.each(projects.flatMap(keysOf))('the text %s is written', (key) => {
    expect(textAt(texts, key)).toMatch(/\S/);
  });
});

describe.each(projects.map((project) => [project.name, project] as const))(
  '%s',
  (_name, project) => {
    test('has its logo', () => {
      expect(isDrawn(project.logoPath)).toBe(true);
    });

    test('has three screenshots or more, each in three widths and two formats', () => {
      expect(project.images.length).toBeGreaterThanOrEqual(3);
      expect(project.images.flatMap(filesOf).filter((file) => !isDrawn(file))).toEqual([]);
    });

    test('has badges in colours there are', () => {
      for (const { color } of project.badges) expect(Object.keys(badgeColors)).toContain(color);
    });

    test('links only to what the browser opens safely', () => {
      for (const { url } of project.externalLinks) expect(new URL(url).protocol).toBe('https:');
    });

    test('begins with an info tab', () => {
      expect(project.texts[0]?.tabName).toBe('portfolio.tabs.info');
    });
  },
);

test('there are eight badge colours', () => {
  const colors = 'blue, orange, light-blue, purple, grey, green, red, yellow';
  expect(Object.keys(badgeColors).join(', ')).toBe(colors);
});

test('the backgrounds are shifted by the degrees of their projects', () => {
  // The spec's four; those that are added choose their own.
  const rotations = projects.slice(0, 4).map(({ colorRotation }) => colorRotation);
  expect(rotations).toEqual([300, 0, 250, 185]);
});

test('exactly two of the four projects have a tech tab', () => {
  const tabs = projects.slice(0, 4).flatMap(({ texts }) => texts.map(({ tabName }) => tabName));
  expect(tabs.filter((tab) => tab === 'portfolio.tabs.tech')).toHaveLength(2);
});

function keysOf(project: Project): string[] {
  const { name, logoAlt, facts, texts, badges, externalLinks, images } = project;
  const { years: _, ...worded } = facts;
  return [
    name,
    logoAlt,
    ...Object.values(worded),
    ...texts.flatMap(({ tabName, text }) => [tabName, text]),
    ...badges.map(({ text }) => text),
    ...externalLinks.flatMap(({ text }) => [text, `${text}Hint`]),
    ...images.flatMap(({ alt, header }) => [alt, header]),
  ];
}

function filesOf({ path: picture }: Project['images'][number]): string[] {
  return [320, 800, 1600]
    .flatMap((width) => [`${width}.avif`, `${width}.webp`])
    .map((end) => `${picture}-${end}`);
}

function isDrawn(file: string): boolean {
  return existsSync(path.join(section, 'resources', file));
}

function textAt(tree: unknown, key: string): unknown {
  return key.split('.').reduce((node, step) => (node as Record<string, unknown>)?.[step], tree);
}
