/** @jest-environment node */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { lookUp } from '@portfolio/kit/testing';
import { load } from 'js-yaml';
import sharp from 'sharp';
import { badgeColors } from './badge-colors.ts';
import type { Project } from './project.ts';
import { projects } from './projects.ts';

const section = path.join(import.meta.dirname, '..');

describe.each(['en', 'de'])('in the language %s', (language) => {
  const texts = load(
    readFileSync(path.join(section, `locales/${language}.yaml`), 'utf8'),
  ) as Record<string, unknown>;

  test.each(projects.flatMap(keysOf))('the text %s is written', (key) => {
    expect(lookUp(texts, key)).not.toBe(key);
  });
});

describe.each(projects.map((project) => [project.name, project] as const))(
  '%s',
  (_name, project) => {
    test('has its logo', () => {
      expect(existsSync(resource(project.logoPath))).toBe(true);
    });

    test('has three screenshots or more', () => {
      expect(project.images.length).toBeGreaterThanOrEqual(3);
    });

    test.each(project.images.map((image) => image.path))('has the screenshot %s', async (name) => {
      const file = ['png', 'webp', 'jpg'].map((end) => resource(`${name}.${end}`)).find(existsSync);
      const { width = 0, height = 0 } = file ? await sharp(file).metadata() : {};
      expect({ isLarge: width >= 1600, ratio: width / height }).toEqual({
        isLarge: true,
        ratio: 16 / 10,
      });
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

function resource(file: string): string {
  return path.join(section, 'resources', file);
}
