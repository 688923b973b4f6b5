import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { logos } from './logos.ts';

const section = path.join(import.meta.dirname, '..');

test('there are five logos, each drawn once', () => {
  expect(new Set(logos.map((logo) => logo.path)).size).toBe(5);
  for (const logo of logos)
    expect(existsSync(path.join(section, 'resources', logo.path))).toBe(true);
});

test.each(['en', 'de'])('every logo has its words in "%s"', (language) => {
  const texts = load(readFileSync(path.join(section, `locales/${language}.yaml`), 'utf8'));
  for (const { alt, header, description } of logos)
    for (const key of [alt, header, description])
      expect(textAt(texts, key)).toEqual(expect.any(String));
});

test('the size that keeps the place is the one of the drawing', () => {
  for (const { path: file, width, height } of logos) {
    const drawing = readFileSync(path.join(section, 'resources', file), 'utf8');
    expect(drawing).toContain(`width="${width}"`);
    expect(drawing).toContain(`height="${height}"`);
  }
});

function textAt(tree: unknown, key: string | undefined): unknown {
  return key?.split('.').reduce((node, step) => (node as Record<string, unknown>)?.[step], tree);
}
