import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryFolder } from './places.ts';

const drawings = import.meta.dirname;

interface Part {
  viewBox: string;
  content: string;
}

/** The place of a part, in a scene or the mascot; `data-else` replaces a missing part. */
const place = /<use href="#([\w-]+)"(?: data-else="([\w-]+)")?((?: \w+="[^"]*")*) ?\/>/g;
const symbol = /<symbol\b([^>]*)>(.*?)<\/symbol>\s*/gs;

/**
 * Draws every scene of `scenes/` with the parts of `mascot.svg`, to the path that it has within that folder.
 * A mascot without a head is shown whole; other missing parts are left out.
 */
export async function drawScenes(): Promise<void> {
  const parts = await readMascot();
  const scenes = path.join(drawings, 'scenes');
  for (const file of await readdir(scenes, { recursive: true })) {
    const target = path.join(repositoryFolder, file);
    if (!file.endsWith('.svg') || !existsSync(target)) continue;
    await writeFile(target, fill(await readFile(path.join(scenes, file), 'utf8'), parts));
    console.log(file);
  }
}

export async function readHead(): Promise<string> {
  const [start, end] = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">',
    '</svg>',
  ];
  return fill(`${start}<use href="#head" width="512" height="512"/>${end}`, await readMascot());
}

/** @throws an error that says what is wrong with the file */
async function readMascot(): Promise<Map<string, Part>> {
  const svg = await readFile(path.join(drawings, 'mascot.svg'), 'utf8');
  const [, attributes = '', whole = ''] = /<svg\b([^>]*)>(.*)<\/svg>/s.exec(svg) ?? [];
  const content = whole.replaceAll(symbol, '');
  const figure = { viewBox: attributeOf(attributes, 'viewBox'), content };
  // Definitions such as gradients.
  const defined = content.match(/<defs\b.*?<\/defs>/gs)?.join('') ?? '';
  const symbols = [...whole.matchAll(symbol)].map(([, attributes = '', content = '']) => {
    const part = { viewBox: attributeOf(attributes, 'viewBox'), content: defined + content };
    return [attributeOf(attributes, 'id'), part] as const;
  });
  return new Map([['figure', figure], ['head', figure], ...symbols]);
}

function attributeOf(attributes: string, name: string): string {
  const value = new RegExp(`\\b${name}=["']([^"']+)["']`).exec(attributes)?.[1];
  if (value === undefined)
    throw new Error(`shell/drawings/mascot.svg: an <svg> or <symbol> of it has no ${name}.`);
  return value;
}

function fill(drawing: string, parts: ReadonlyMap<string, Part>): string {
  return drawing.replaceAll(place, (_all, name: string, other: string, at: string) => {
    const part = parts.get(name) ?? parts.get(other);
    if (!part) return '';
    const { viewBox, content } = part;
    return `<svg${at} viewBox="${viewBox}" overflow="visible">${fill(content, parts)}</svg>`;
  });
}
