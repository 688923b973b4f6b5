import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { lookUp } from '@portfolio/kit/testing';
import { load } from 'js-yaml';
import { logos } from './logos.ts';

const section = path.join(import.meta.dirname, '..');

test('each logo is drawn, once', () => {
  expect(new Set(logos.map((logo) => logo.path)).size).toBe(logos.length);
  for (const logo of logos)
    expect(existsSync(path.join(section, 'resources', logo.path))).toBe(true);
});

const languages = readdirSync(path.join(section, 'locales')).map((file) => path.parse(file).name);

test.each(languages)('every logo has its words in "%s"', (language) => {
  const texts = load(
    readFileSync(path.join(section, `locales/${language}.yaml`), 'utf8'),
  ) as Record<string, unknown>;
  for (const { alt, header, description } of logos) {
    for (const key of [alt, String(header), String(description)])
      expect(lookUp(texts, key)).not.toBe(key);
  }
});

test('the size that reserves the space is that of the drawing', () => {
  for (const { path: file, width, height } of logos) {
    const drawing = readFileSync(path.join(section, 'resources', file), 'utf8');
    expect(drawing).toContain(`width="${width}"`);
    expect(drawing).toContain(`height="${height}"`);
  }
});
