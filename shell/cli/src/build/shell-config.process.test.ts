import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { fillDocument, shellConfig } from './shell-config.ts';

const shell = path.join(import.meta.dirname, '../../..');
const source = await readFile(path.join(shell, 'document.html'), 'utf8');
const filled = fillDocument(source, shell);

test('the document contains its script, which is valid and adds less than two kilobytes', () => {
  const [, code = ''] = /<script(?! type)[^>]*>(.*?)<\/script>/s.exec(filled) ?? [];
  expect(code).not.toBe('');
  expect(() => new Function(code)).not.toThrow();
  const weight = (html: string) => brotliCompressSync(html).length;
  expect(weight(filled) - weight(filled.replace(code, () => ''))).toBeLessThan(2000);
});

test('comments are removed, and every placeholder is kept', () => {
  expect(filled).not.toMatch(/\/\*|<!--|\/\/ /);
  const marks = (html: string) => new Set(html.match(/\{\{\w+\}\}/g));
  expect(marks(filled)).toEqual(marks(source));
});

test('without script the dark theme of the system has the colours of the chosen one', () => {
  const rules = filled.split(/^(?:\[data-theme='dark'\]|:root:not\(\[data-theme\]\)) \{/m).slice(1);
  const [chosen, ofTheSystem] = rules.map((rule) => rule.slice(0, rule.indexOf('}\n')));
  expect(chosen).toContain('--background: #');
  expect(ofTheSystem).toBe(chosen);
  expect(filled).toContain('@media (prefers-color-scheme: dark) {\n:root:not([data-theme]) {');
});

test.each(['/srv/pigs #1/shell', '/srv/pigs!/shell'])('%s is to be renamed', (folder) => {
  const sentence = `The bundler reads # and ! in a path as its own signs. Rename the folder, so that neither is in ${folder}`;
  expect(() => shellConfig(folder)).toThrow(sentence);
});
