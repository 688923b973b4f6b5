import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { lookUp } from '@portfolio/kit/testing';
import { load } from 'js-yaml';
import { logos } from './logos.ts';

const section = path.join(import.meta.dirname, '..');

test('each logo is drawn once, at the size that reserves its space', () => {
  expect(new Set(logos.map((logo) => logo.path)).size).toBe(logos.length);
  for (const { path: file, width, height } of logos) {
    const drawing = readFileSync(path.join(section, 'resources', file), 'utf8');
    expect(drawing).toContain(`width="${width}" height="${height}"`);
  }
});

test.each(readdirSync(path.join(section, 'locales')))('every logo has its words in %s', (file) => {
  const words = readFileSync(path.join(section, 'locales', file), 'utf8');
  const texts = load(words) as Record<string, unknown>;
  for (const { alt, header = '', description = '' } of logos) {
    for (const key of [alt, header, description]) expect(lookUp(texts, key)).not.toBe(key);
  }
});
