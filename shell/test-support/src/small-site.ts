import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Fragment, serverFile, slotMark } from '@portfolio/contract/rendering.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { addRelease } from './add-release.ts';

const template = readFileSync(path.join(import.meta.dirname, '../../document.html'), 'utf8');

export const owner = {
  name: 'Rubin & Co.',
  phone: '',
  email: 'pig@rubin.example',
  profiles: [],
  language: 'en',
  timeZone: 'UTC',
};

export const shellFiles = {
  'main.0a1b2c3d.mjs': `export const shell = "${'shell '.repeat(200)}";`,
  'document.html': template,
  'owner.json': JSON.stringify(owner),
  'locales/en.yaml':
    'site: { title: Pigs & "Gems", description: About <pigs> }\nnotFound: { title: Womp }\nheader: { menu: Menu }',
  'locales/de.yaml':
    'site: { title: Schweine, description: Über Schweine }\nnotFound: { title: Womp }\nheader: { menu: Menü }',
  'resources/outfit.woff2': 'font',
};

/** The fragments of a page in both languages, as a release has them. */
export function fragmentsOf(html: string, changed: Partial<Fragment> = {}): string {
  const hash = '0123456789ab';
  const fragment = { html, css: '', stylesVersion: '6.6.0', madeWith: hash, rendered: hash };
  return JSON.stringify({ de: { ...fragment, ...changed }, en: { ...fragment, ...changed } });
}

/** A shell's module for Node, with a frame around the page. */
export const serverFiles = {
  [serverFile]: `
    exports.madeWith = '0123456789ab';
    exports.renderFrame = async (around, path) => ({
      html: '<header data-path="' + path + '"></header><main id="page">${slotMark}</main>',
      css: '',
      stylesVersion: '6.6.0',
    });`,
};

export function sectionFiles(name: string, title: string): Record<string, string> {
  const text = (language: string) =>
    `${name}: { document: { title: "${title} ${language}", description: About it } }`;
  return {
    'remoteEntry.11aa22bb.mjs': `export const page = "${title} ${'section '.repeat(200)}";`,
    'locales/en.yaml': text('en'),
    'locales/de.yaml': text('de'),
    'resources/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`,
  };
}

export async function addSmallSite(store: Store): Promise<Record<string, Release>> {
  const [shell, home, games] = await Promise.all([
    addRelease(store, 'shell', shellFiles),
    addRelease(store, 'home', sectionFiles('home', 'Home')),
    addRelease(store, 'games', sectionFiles('games', 'Games')),
  ]);
  return { shell, home, games };
}
