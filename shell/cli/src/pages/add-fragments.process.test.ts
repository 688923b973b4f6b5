import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder, writeFiles } from '@portfolio/test-support/temporary-store.ts';
import { renderFragments } from './add-fragments.ts';

/** Renders as a shell does: a page is a function that returns markup, which hydration compares. */
const server = `
  exports.madeWith = '0123456789ab';
  exports.shared = {};
  exports.renderFrame = async () => { throw new Error('Its section draws the page'); };
  exports.renderPage = async (_around, { path, section: { Page } }) => ({
    html: (await Page(path)).replace('<img', '<style data-emotion="css a">.a{}</style><img'),
    css: '.p{}',
    stylesVersion: '6.6.0',
  });
  exports.hydratePage = async ({ releaseMap }, { path, base, section }, element) => {
    if (element.innerHTML === (await section.Page(path))) return [];
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

const page = `async (path) => '<h1>' + await (await fetch('${base}' + (path === '/pig' ? 'pages/pig.en.json' : 'words.json'))).text() + Object.keys(globalThis.process?.env ?? {}) + '</h1><img src="${base}resources/pig.svg">'`;
const first = await render(page);

test('a page is a file of its release, with pictures and texts of that, and knows no setting', () => {
  const { files, faults } = first;
  expect(faults).toEqual([]);
  expect(Object.keys(files)).toEqual(['fragments/pig.json', 'fragments/pig/below.json']);
  const made = { css: '.p{}', sheets: '.a{}', stylesVersion: '6.6.0', madeWith: '0123456789ab' };
  const of = (words: string, rendered: unknown) => ({
    en: { html: `<h1>${words}</h1><img src="${base}resources/pig.svg">`, ...made, rendered },
  });
  const hash = expect.stringMatching(/^(?!0{12})[0-9a-f]{12}$/);
  expect(JSON.parse(files['fragments/pig.json'] ?? '')).toEqual(of('Own words', hash));
  // It is made of a further file, so it is rendered again for the next release.
  expect(JSON.parse(files['fragments/pig/below.json'] ?? '')).toEqual(of('Words', '000000000000'));
});

test('a page that is made of its own text is taken as it was examined, one of further files is rendered again', async () => {
  const examine = (text = '') => text.replace(/<h1>[\w ]+/, '<h1>Examined');
  const known = Object.entries(first.files).map(([file, text]) => [file, examine(text)]);
  const { files } = await render(page, Object.fromEntries(known));
  const own = 'fragments/pig.json';
  expect(files).toEqual({ ...first.files, [own]: examine(first.files[own]) });
});

const like = expect.stringMatching;
test.each([
  ['throws', "() => { throw new Error('mud') }", [like(/^Its page cannot .+: Error: mud/)]],
  ['dies', '() => process.abort()', [like(/^Its pages are not rendered within 60 s, or take too/)]],
  [
    'throws in a source, as it reads a folder',
    "() => { try { require('node:fs').readdirSync('/') } catch (error) { throw Object.assign(error, { message: error.message + '\\nmore', stack: 'at Page (src/page.tsx:2:7)' }) } }",
    [like(/^Its page cannot be rendered: Error: Access .* \(src\/page\.tsx:2\)\.$/)],
  ],
  [
    'differs by its window, or by chance',
    "(path) => '<h1>' + (path === '/pig' ? typeof window : Math.random()) + '</h1>'",
    [
      '/pig is another page in a browser (en): ["en","https://site.example/pig","/pig","/releases/this/000000000000/","/pig",1,"home@0123456789ab,shell@0123456789ab",true,false,0,5]. What a page shows first must not depend on the window, the theme, the time, chance or what is stored: CSS and effects can.',
      like(/^\/pig\/below is another page in a browser \(en\): /),
    ],
  ],
  [
    'lacks a text, a heading or a picture',
    `(path) => { if (path === '/pig') missingTexts.add('pig.name').add('hog.name'); return path === '/pig' ? '<h1></h1>' : '<img srcset="${base}resources/sow.svg 1x">' }`,
    [
      'The page shows pig.name, which locales/en.yaml lacks.',
      '/pig/below shows no heading (<h1>) in en.',
      '/pig/below shows resources/sow.svg, which is missing.',
    ],
  ],
  ['ends its place', "() => '</div><p></p>'", [like(/^Its page cannot be .+: it ends the place/)]],
])('a page that %s is refused', async (_what, page, sentences) => {
  expect((await render(page)).faults).toEqual(sentences);
});
