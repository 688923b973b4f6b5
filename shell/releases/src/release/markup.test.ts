/** @jest-environment jsdom */
/// <reference lib="dom" />
import { expect, test } from '@jest/globals';
import { seed, tries } from '@portfolio/test-support/seed.ts';
import { BadMarkupError, normalizeMarkup } from './markup.ts';

/** Normalizes markup; undefined if it is refused. */
function taken(html: string): string | undefined {
  try {
    return normalizeMarkup(html);
  } catch (error) {
    if (error instanceof BadMarkupError) return undefined;
    throw error;
  }
}

/** Parses a page within a document, as a browser does. */
function inPlace(html: string) {
  document.body.innerHTML = `<div id="root">${html}</div><p id="after">after</p>`;
  const [root, ...others] = document.body.children;
  return {
    root: root?.id,
    html: root?.innerHTML,
    others: others.map(({ outerHTML }) => outerHTML),
  };
}

test(`accepted markup stays in its place, and is parsed as it is written (seed ${seed})`, () => {
  let count = 0;
  for (let turn = seed; turn < seed + 1000 * tries; turn += 1) {
    const html = taken(randomMarkup(turn));
    if (html === undefined) continue;
    count += 1;
    const others = ['<p id="after">after</p>'];
    expect(inPlace(html)).toEqual({ html, root: 'root', others });
    expect(taken(html)).toBe(html);
  }
  expect(count).toBeGreaterThan(250 * tries);
});

const all = `a b button dd dl dt foreignObject form h1 h2 li math menu mi option p rp rt ruby select span svg table tbody td textarea title tr text ul`;
const tags = all.split(' ');

/** Makes random nested elements, the same for the same turn. */
function randomMarkup(turn: number): string {
  let state = turn * 2654435761 + 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  const inner = (depth: number): string => {
    if (depth === 0) return next(3) === 0 ? 'text' : '';
    // A `div` is the place of a page, and could end it.
    const tag = next(3) === 0 ? 'div' : (tags[next(tags.length)] ?? '');
    return `<${tag}>${inner(depth - 1)}${next(3) === 0 ? inner(depth - 1) : ''}</${tag}>`;
  };
  return inner(1 + next(6)) + inner(next(3));
}

const bad = 'script base meta link style noscript template iframe object embed animate set discard';
const idsOfDocument = 'root page slot page-root lost try-again outcome live-releases'.split(' ');

const address = 'has a script for an address';
const [place, id] = ['ends the place it stands in', 'has the id of a part of the document'];
const nested = (depth: number) => '<sub>'.repeat(depth) + '</sub>'.repeat(depth);

test.each([
  ...bad.split(' ').map((tag) => [`holds a <${tag}>`, `<p><${tag}></${tag}></p>`] as const),
  ...`${bad} frame frameset`
    .split(' ')
    .map((tag) => [`holds a <${tag}>`, `<svg><${tag}></${tag}></svg>`] as const),
  ...idsOfDocument.map((part) => [`${id}: ${part}`, `<p id="${part}">a</p>`] as const),
  // Also by swallowing what follows.
  ...['</div><p>free</p>', '<body class="a">', '<select/>', '<textarea/>', '<title/>'].map(
    (html) => [place, html] as const,
  ),
  ...['<plaintext>', '<p title="a><script>', '<p>a</p><!--'].map((html) => [place, html] as const),
  ['holds a <script>', '<p><!--> <script>x()</script> --></p>'],
  ['has a handler: onerror', '<img src="/a.svg" onerror="alert(1)">'],
  ['has a handler: onclick', '<p oNcLiCk="alert(1)">a</p>'],
  ['has a handler: onload', '<svg onload="x()"></svg>'],
  [`has a handler: on${'x'.repeat(58)}`, `<p on${'x'.repeat(99)}="">a</p>`],
  ['holds a <script>', '<svg><foreignObject><script></script></foreignObject></svg>'],
  [`${address}: javascript:alert(1)`, '<a href="javascript:alert(1)">a</a>'],
  [`${address}: java\nscript:x()`, '<a href="java\nscript:x()">a</a>'],
  [`${address}: javascript:x()`, '<a href="&#106;avascript:x()">a</a>'],
  [`${address}:  javascript:x()`, '<a href=" javascript:x()">a</a>'],
  [`${address}: JavaScript:x()`, '<svg><a xlink:href="JavaScript:x()"></a></svg>'],
  [`${address}: javascript:x()`, '<form><button formaction="javascript:x()">a</button></form>'],
  [`${address}: javascript:${'x'.repeat(49)}`, `<a href="javascript:${'x'.repeat(99)}">a</a>`],
  ['has a <form> with a name', '<form name="querySelector" action="/a"></form>'],
  ['has a <img> with a name', '<img name="querySelector">'],
  [`${id}: root`, '<p id="&#114;oot">a</p>'],
  ['is nested more than 256 times', nested(254)],
  ['has more than 20000 elements', '<i></i>'.repeat(19_996)],
  [
    // The parser repeats it.
    'has more than 20000 elements',
    `<p>${Array.from({ length: 200 }, (_, turn) => `<b id="${turn}">`).join('')}${'</p><p>a'.repeat(100)}`,
  ],
])('markup is refused that %s', (fault, html) => {
  expect(() => normalizeMarkup(html)).toThrow(new BadMarkupError(fault));
});

test('the deepest and the longest page are accepted', () => {
  for (const html of [nested(253), '<i></i>'.repeat(19_995)]) expect(taken(html)).toBe(html);
});

test.each([
  ['the end of the body', '</body><p>free</p>'],
  ['a group that stays open', '<main><div/></main>'],
  ['a section of plain letters', '<p><![CDATA[<b>a</b>]]></p>'],
  ['an instruction', '<?xml version="1.0"?><p>a</p>'],
  ['line breaks that the parser leaves out', '<pre>\n\na</pre><textarea>\n\na</textarea>'],
])('%s is normalized to what a browser makes of it', (_what, html) => {
  const normal = normalizeMarkup(html);
  expect(inPlace(normal).html).toBe(normal.replaceAll(/(<pre>|<textarea>)\n/g, '$1'));
});

test('the markup of real pages is accepted, as React reads it', () => {
  const html =
    '<main><!--$--><p>a <a href="mailto:a@example.org">b</a><!-- -->!<br></p><ul><li><p id="_R_1_">c</p><ul><li>d</li></ul></li></ul><dl><div><dt>e</dt><dd>f</dd></div></dl><svg viewBox="0 0 1 1"><title>g</title><linearGradient id="h"></linearGradient><path fill="url(#h)" d="M0 0"></path></svg><select name="i"><option selected="" value="j">k</option></select><table><tbody><tr><td>l</td></tr></tbody></table><img srcset="/a.png 1x, /b.png 2x" src="/a.png"><p title="&lt;&amp;&quot;&gt;" data-style="width:3em">m</p><!--/$--></main>';
  expect(taken(html)).toBe(html);
  const asReactWrites = html
    .replaceAll('<br>', '<br/>')
    .replaceAll('srcset', 'srcSet')
    .replaceAll('></path>', '/>');
  expect(taken(asReactWrites)).toBe(html);
});
