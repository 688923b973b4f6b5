import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { fillDocument } from './fill-document.ts';

const shell = path.join(import.meta.dirname, '../../..');
const source = await readFile(path.join(shell, 'document.html'), 'utf8');
const filled = fillDocument(source, shell);
const scripts = [...filled.matchAll(/<script nonce="\{\{nonce\}\}"[^>]*>(.*?)<\/script>/gs)];

test('the scripts of the document stand in it, and run as they are', () => {
  expect(scripts).toHaveLength(2);
  for (const [, code = ''] of scripts) {
    expect(code).not.toBe('');
    expect(() => new Function(code)).not.toThrow();
  }
});

test('each adds a few hundred bytes to every document', () => {
  const weight = (html: string) => brotliCompressSync(html).length;
  for (const [element] of scripts)
    expect(weight(filled) - weight(filled.replace(element, () => ''))).toBeLessThan(700);
});

test('what only readers of the source need stays at home, and every mark is kept', () => {
  expect(filled).not.toMatch(/\/\*|<!--|\/\/ /);
  const marks = (html: string) => html.match(/\{\{\w+\}\}/g)?.sort();
  expect(marks(filled)).toEqual(marks(source));
});
