import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder, writeFiles } from '@portfolio/test-support/temporary-store.ts';
import { renderFragments } from './add-fragments.ts';

/** Renders as a shell does: a page is a function that returns markup, which hydration compares. */
const server = `
  exports.madeWith = '0123456789ab';
  exports.shared = {};
  exports.renderFrame = async () => ({});
  exports.renderPage = async ({ language }, { section: { Page } }) => ({
    html: await Page(language),
    css: '.p{}',
    stylesVersion: '6.6.0',
  });
  exports.hydratePage = async ({ language, releaseMap }, { path, base, section }, element) => {
    if (element.innerHTML === (await section.Page(language))) return [];
    for (const Seen of [IntersectionObserver, ResizeObserver])
      ['observe', 'unobserve', 'disconnect'].map((it) => new Seen()[it]());
    ['addEventListener', 'removeEventListener'].map((it) => matchMedia('print')[it]());
    new CSSStyleSheet().replaceSync('');
    const lent = [TextEncoder, TextDecoder, ReadableStream, Response, structuredClone];
    return [JSON.stringify([
      ...[document.documentElement.lang, location.href, path, base, section.page.path],
      ...[section.pages.length, releaseMap.key, element.parentNode === document.body],
      ...[matchMedia('print').matches, document.adoptedStyleSheets.length, lent.length],
    ]) + '; and more'];
  };`;

async function render(page: string, known: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const [release, node] = [path.join(folder, 'release'), path.join(folder, 'node')];
  await writeFiles(release, { 'resources/pig.svg': '<svg/>', 'words.json': 'Words' });
  await writeFiles(release, { 'pages/pig.en.json': 'Own words' });
  await writeFiles(node, { 'server.cjs': server, 'page.cjs': `exports.default = ${page};` });
  const own = { section: 'pig', path: '/pig', order: 1, label: 'pig.name', icon: 'star' };
  const pages = [own, { ...own, section: 'hog', path: '/hog' }];
  const ahead = Promise.resolve({ folder: release, server: path.join(node, 'server.cjs') });
  const work = {
    ...(await ahead),
    script: path.join(node, 'page.cjs'),
    own,
    below: [{ path: '/pig/below', title: { en: 'Below' }, description: { en: 'What it says' } }],
    around: { languages: ['en'], releaseMap: { key: '', shell: '/', pages, sections: {} } },
    texts: { en: {} },
    known,
  };
  return renderFragments({ folder: release, nodeTarget: node }, ahead, Promise.resolve(work));
}

const base = '/releases/this/000000000000/';

test('a page is a file of its release, with pictures and texts of that, and knows no setting', async () => {
  const page = `async () => '<h1>' + await (await fetch('${base}words.json')).text() + Object.keys(globalThis.process?.env ?? {}) + '</h1><img src="${base}resources/pig.svg">'`;
  const { files, faults } = await render(page);
  expect(faults).toEqual([]);
  expect(Object.keys(files)).toEqual(['fragments/pig.json', 'fragments/pig/below.json']);
  const html = `<h1>Words</h1><img src="${base}resources/pig.svg">`;
  const made = { css: '.p{}', stylesVersion: '6.6.0', madeWith: '0123456789ab' };
  // It is made of a further file, so it is rendered again for the next release.
  const en = { html, ...made, rendered: '000000000000' };
  expect(JSON.parse(files['fragments/pig.json'] ?? '')).toEqual({ en });
});

const reading = (file: string) =>
  `async () => '<h1>' + (await fetch('${base}${file}')).status + '</h1>'`;
test.each([
  ['its own text is taken as it was examined', reading('pages/pig.en.json'), 'Examined'],
  ['further files is rendered again', reading('words.json'), '200'],
])('a page that is made of %s', async (_what, page, heading) => {
  const { en } = JSON.parse((await render(page)).files['fragments/pig.json'] ?? '');
  const known = JSON.stringify({ en: { ...en, html: '<h1>Examined</h1>' } });
  const { files } = await render(page, { 'fragments/pig.json': known });
  expect(files['fragments/pig.json']).toContain(`<h1>${heading}</h1>`);
});

test.each([
  ['throws', "() => { throw new Error('mud') }", /^Its page cannot be rendered: Error: mud/],
  [
    'throws in a source',
    "() => { throw Object.assign(new Error(), { stack: 'at Page (src/page.tsx:2:7)' }) }",
    'Its page cannot be rendered: Error (src/page.tsx:2).',
  ],
  ['needs a window', "() => '<h1>' + innerWidth + '</h1>'", /innerWidth is not defined/],
  [
    'differs by its window',
    "() => '<h1>' + typeof window + '</h1>'",
    '/pig is another page in a browser (en): ["en","https://site.example/pig","/pig","/releases/this/000000000000/","/pig",1,"home@0123456789ab,shell@0123456789ab",true,false,0,5]. What a page shows first must not depend on the window, the theme, the time, chance or what is stored: CSS and effects can.',
  ],
  ['differs by chance', "() => '<h1>' + Math.random() + '</h1>'", /is another page in a browser/],
  [
    'lacks a text',
    "() => { missingTexts.add('pig.name').add('hog.name'); return '<h1></h1>' }",
    'The page shows pig.name, which locales/en.yaml lacks.',
  ],
  ['has no heading', "() => '<p>Pig</p>'", '/pig shows no heading (<h1>) in en.'],
  [
    'lacks a picture',
    `() => '<h1></h1><img srcset="${base}resources/sow.svg 1x">'`,
    '/pig shows resources/sow.svg, which is missing.',
  ],
  ['ends its place', "() => '<h1></h1></div><p></p>'", /part of a document: it ends the place/],
  [
    'reads a folder',
    "() => require('node:fs').readdirSync('/')",
    /Error: Access to this API has been/,
  ],
])('a page that %s is refused', async (_what, page, sentence) => {
  const { faults } = await render(page);
  if (typeof sentence === 'string') expect(faults[0]).toBe(sentence);
  else expect(faults[0]).toMatch(sentence);
});
