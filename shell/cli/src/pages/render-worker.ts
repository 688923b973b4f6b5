/// <reference lib="dom" />

import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  fragmentFile,
  type PageBelow,
  pageFile,
  type SitePage,
} from '@portfolio/contract/pages.ts';
import {
  type Fragment,
  type Markup,
  ownBase,
  type PageToRender,
  type ShellServer,
  type Surroundings,
  sharedGlobal,
  unknownPath,
} from '@portfolio/contract/rendering.ts';
import { BadMarkupError, normalizeMarkup } from '@portfolio/releases/release/markup.ts';
import { type DOMWindow, JSDOM } from 'jsdom';

/** What can be loaded while a section is still being built. */
export type ShellToRender = Pick<FragmentWork, 'folder' | 'server'>;

/** The pages of a release to render in each language; its own come first. */
export interface FragmentWork {
  /** The folder of the built release. */
  folder: string;
  /** The shell's module for Node; empty without a live shell, as then nothing is rendered. */
  server: string;
  /** The section's module for Node; without it the page is the shell's. */
  script: string | undefined;
  own: SitePage | undefined;
  below: readonly PageBelow[];
  around: Omit<Surroundings, 'language' | 'texts'>;
  texts: Record<string, Surroundings['texts']>;
  /** Fragments that were examined before, by their file. */
  known: Record<string, string>;
}

export interface FragmentResult {
  files: Record<string, string>;
  /** Sentences that say what to do. */
  faults: string[];
}

declare global {
  /** The kit adds the paths of texts that it does not find. */
  var missingTexts: Set<string> | undefined;
  /** The text of imported CSS. */
  var importedStyles: string[] | undefined;
}

interface Rendered {
  path: string;
  language: string;
  html: string;
}

const inNode = { require: createRequire(import.meta.url), globals: globalThis };

const dom = new JSDOM('', {
  url: 'https://site.example',
  pretendToBeVisual: true,
  runScripts: 'outside-only',
});
const inBrowser = { require: requireIn(dom.window), globals: dom.window };

process.on('message', async (message: ShellToRender | FragmentWork) => {
  if ('known' in message) process.send?.(await renderAll(message));
  else await loadShell(message);
});

async function loadShell({ folder, server }: ShellToRender): Promise<void> {
  lend(dom.window, folder);
  // What throws does so again when it is loaded with the section, and becomes a sentence.
  await Promise.allSettled([inNode, inBrowser].map(async ({ require }) => require(server)));
}

async function renderAll(work: FragmentWork): Promise<FragmentResult> {
  const { folder, own, below, texts, known } = work;
  if (!work.server) return { files: {}, faults: [] };
  const paths = own ? [own.path, ...below.map((page) => page.path)] : [unknownPath];
  const readByPages = new Set<string>();
  globalThis.fetch = fetchFrom(folder, readByPages);
  const files: FragmentResult['files'] = {};
  const faults: string[] = [];
  const changed: Rendered[] = [];
  const inFolder = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  try {
    const { server, section } = load(work, inNode);
    const scripts = [work.server, work.script ?? []].flat().map((it) => readFileSync(it, 'utf8'));
    const inputs = hashOf([scripts, own, below, work.around]);
    for (const path of paths) {
      const before = JSON.parse(known[fragmentFile(path)] ?? '{}') as Record<string, Fragment>;
      const fragments: Record<string, Fragment> = {};
      for (const language of Object.keys(texts)) {
        const ownText = pageFile({ path }, language);
        const compiled = inFolder.has(ownText) ? String(readIn(folder, ownText)) : '';
        const rendered = hashOf([inputs, texts[language], compiled]);
        let fragment = before[language];
        if (fragment?.rendered !== rendered) {
          globalThis.missingTexts = new Set();
          const page = { path, base: ownBase, ...(section && { section }) };
          const around = aroundIn(work, language);
          // A shell that cannot render its frame has no documents with text.
          if (!section) await server.renderFrame(around, path);
          const markup = toFragment(await server.renderPage(around, page));
          faults.push(...missing(work, language));
          readByPages.delete(ownText);
          // Modules may keep further files for later pages: these get no hash that is found again.
          const isRepeatable = readByPages.size === 0;
          const from = isRepeatable ? rendered : '0'.repeat(12);
          fragment = { ...markup, madeWith: server.madeWith, rendered: from };
          if (!isDeepStrictEqual(fragment, { ...before[language], rendered: from }))
            changed.push({ path, language, html: fragment.html });
        }
        fragments[language] = fragment;
        faults.push(...faultsOfContent({ path, language, html: fragment.html }, inFolder));
      }
      files[fragmentFile(path)] = JSON.stringify(fragments);
    }
    if (faults.length === 0 && changed.length > 0) faults.push(...(await hydrate(work, changed)));
  } catch (error) {
    faults.push(describeError(error));
  }
  return { files, faults: [...new Set(faults)] };
}

const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value)).slice(0, 12);

/** Loads the shell's module, then the section's, which shares its modules. */
function load(
  { server: serverFile, script, own, below }: FragmentWork,
  { require, globals }: typeof inNode | typeof inBrowser,
) {
  const server = require(serverFile) as ShellServer;
  Object.assign(globals, { [sharedGlobal]: server.shared });
  if (!script || !own) return { server, section: undefined };
  const { default: Page } = require(script) as { default: unknown };
  return { server, section: { Page, page: own, pages: below } };
}

function aroundIn({ around, texts }: FragmentWork, language: string): Surroundings {
  return { ...around, language, texts: texts[language] ?? {} };
}

/** A page reads files of its release, such as compiled Markdown. */
function fetchFrom(folder: string, read = new Set<string>()): typeof fetch {
  return async (address) => {
    const file = String(address).replace(ownBase, '');
    read.add(file);
    return new Response(new Uint8Array(readIn(folder, file)));
  };
}

const readIn = (folder: string, file: string) => readFileSync(path.join(folder, file));

/** Normalizes markup. Emotion writes its styles between the elements, where no document may have them. */
function toFragment({ html, css, stylesVersion }: Markup): Omit<Fragment, 'madeWith' | 'rendered'> {
  const sheets = [...(globalThis.importedStyles ?? [])];
  const without = html.replaceAll(
    /<style data-emotion="[^"]*"[^>]*>([^<]*)<\/style>/g,
    (_all, style: string) => {
      sheets.push(style);
      return '';
    },
  );
  const more = sheets.length > 0 ? { sheets: sheets.join('\n') } : {};
  return { html: normalizeMarkup(without), css, stylesVersion, ...more };
}

/** The missing texts, without those of other sections, which have their own release. */
function missing({ own, around }: FragmentWork, language: string): string[] {
  const others = around.releaseMap.pages.filter(({ section }) => section !== own?.section);
  return [...(globalThis.missingTexts ?? [])]
    .filter((text) => !others.some(({ section }) => text.startsWith(`${section}.`)))
    .map((text) => `The page shows ${text}, which locales/${language}.yaml lacks.`);
}

/** A file of the release in an attribute, such as one of several pictures. */
const inRelease = new RegExp(`(?<=[ ",]${ownBase})[^" ,#?]+`, 'g');

/** A page without a heading, or with a picture that the release lacks. */
function faultsOfContent({ path, language, html }: Rendered, inFolder: Set<string>): string[] {
  const lost = [...new Set(html.match(inRelease))].filter((it) => !inFolder.has(decodeURI(it)));
  return [
    ...(/<h1[\s>]/.test(html) ? [] : [`${path} shows no heading (<h1>) in ${language}.`]),
    ...lost.map((file) => `${path} shows ${file}, which is missing.`),
  ];
}

/** The message of an error, with its place in the sources. */
function describeError(error: unknown): string {
  if (error instanceof BadMarkupError)
    return `Its page cannot be part of a document: it ${error.message}.`;
  const { stack = '' } = error as Error;
  const [, place] = /\(?((?:src|remote-[\w-]+|shell)\/[^\s():]+:\d+)(?::\d+)?\)?/.exec(stack) ?? [];
  const message = String(error).split('\n')[0];
  return `Its page cannot be rendered: ${message}${place ? ` (${place})` : ''}.`;
}

const cure =
  'What a page shows first must not depend on the window, the theme, the time, chance or what is stored: CSS and effects can.';

/** Hydrates pages as a browser does, whose first render has to be the same. @returns a sentence for each difference */
async function hydrate(work: FragmentWork, pages: readonly Rendered[]): Promise<string[]> {
  const { document } = dom.window;
  const { server, section } = load(work, inBrowser);
  const faults: string[] = [];
  for (const { path, language, html } of pages) {
    dom.reconfigure({ url: `https://site.example${path}` });
    document.documentElement.lang = language;
    const element = document.createElement('div');
    element.innerHTML = html;
    document.body.replaceChildren(element);
    const around = aroundIn(work, language);
    // Another site has other releases.
    around.releaseMap = { ...around.releaseMap, key: 'home@0123456789ab,shell@0123456789ab' };
    const page: PageToRender = { path, base: ownBase, ...(section && { section }) };
    const late = new Promise<string[]>((resolve) => setTimeout(resolve, patienceMs, []));
    const [difference] = await Promise.race([server.hydratePage(around, page, element), late]);
    if (difference)
      faults.push(
        `${path} is another page in a browser (${language}): ${difference.split(';')[0]}. ${cure}`,
      );
  }
  return faults;
}

/** A page whose effects do not work in jsdom is left to the browsers of visitors. */
const patienceMs = 2000;

/** Runs each module once with the globals of a browser; Node's own modules stay. */
function requireIn(window: DOMWindow): (file: string) => unknown {
  const loaded = new Map<string, unknown>();
  return function require(file) {
    if (!path.isAbsolute(file)) return inNode.require(file);
    if (loaded.has(file)) return loaded.get(file);
    const module = { exports: {} };
    const code = readFileSync(file, 'utf8');
    const wrapped = `(function (module, exports, require, __filename) {${code}\n})`;
    const run = window.eval(wrapped) as (...given: unknown[]) => void;
    run(module, module.exports, require, file);
    loaded.set(file, module.exports);
    return module.exports;
  };
}

/** What browsers have and jsdom lacks; it answers nothing. */
function lend(window: DOMWindow, folder: string): void {
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  class CSSStyleSheet {
    replaceSync() {}
  }
  Object.assign(window, {
    ...{ TextEncoder, TextDecoder, ReadableStream, Response, structuredClone, CSSStyleSheet },
    fetch: fetchFrom(folder),
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
  });
  Object.assign(window.document, { adoptedStyleSheets: [] });
}
