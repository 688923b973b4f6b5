/** @jest-environment jsdom */
/// <reference lib="dom" />
import { expect, test } from '@jest/globals';
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

test('accepted markup stays in its place, and is parsed as it is written', () => {
  let count = 0;
  for (let turn = 0; turn < 4000; turn += 1) {
    const html = taken(randomMarkup(turn));
    if (html === undefined) continue;
    count += 1;
    const others = ['<p id="after">after</p>'];
    expect(inPlace(html)).toEqual({ html, root: 'root', others });
    expect(taken(html)).toBe(html);
  }
  expect(count).toBeGreaterThan(1000);
});

const tags =
  'a b button dd dl dt foreignObject form h1 h2 li math menu mi option p rp rt ruby select span svg table tbody td textarea title tr text ul'.split(
    ' ',
  );

/** Makes random nested elements, reproducible by the seed. */
function randomMarkup(seed: number): string {
  let state = seed * 2654435761 + 1;
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

const acting =
  'script base meta link style noscript template iframe object embed animate set discard';
const idsOfDocument = 'root page slot page-root lost try-again outcome live-releases'.split(' ');

test.each([
  ...acting.split(' ').map((tag) => [`has a <${tag}>`, `<p><${tag}></${tag}></p>`] as const),
  ...`${acting} frame frameset`
    .split(' ')
    .map((tag) => [`draws a <${tag}>`, `<svg><${tag}></${tag}></svg>`] as const),
  ...idsOfDocument.map((id) => [`has the id ${id}`, `<p id="${id}">a</p>`] as const),
  ['ends the place it is put into', '</div><p>free</p>'],
  ['changes the body', '<body class="a">'],
  ['swallows what follows as a list of choices', '<select/>'],
  ['swallows what follows as a field', '<textarea/>'],
  ['swallows what follows as a title', '<title/>'],
  ['swallows what follows as plain text', '<plaintext>'],
  ['hangs an attribute open', '<p title="a><script>'],
  ['has a comment that hides the rest', '<p>a</p><!--'],
  ['has a comment that ends early', '<p><!--> <script>x()</script> --></p>'],
  ['runs a handler', '<img src="/a.svg" onerror="alert(1)">'],
  ['runs a handler in capitals', '<p oNcLiCk="alert(1)">a</p>'],
  ['runs a handler in a drawing', '<svg onload="x()"></svg>'],
  [
    'runs a script in a page in a drawing',
    '<svg><foreignObject><script></script></foreignObject></svg>',
  ],
  ['links to a script', '<a href="javascript:alert(1)">a</a>'],
  ['links with a line break', '<a href="java\nscript:x()">a</a>'],
  ['links with a name for a letter', '<a href="&#106;avascript:x()">a</a>'],
  ['links behind a space', '<a href=" javascript:x()">a</a>'],
  ['links from a drawing', '<svg><a xlink:href="JavaScript:x()"></a></svg>'],
  ['sends to a script', '<form><button formaction="javascript:x()">a</button></form>'],
  ['stands in the place of a function', '<form name="querySelector" action="/a"></form>'],
  ['has that id in disguise', '<p id="&#114;oot">a</p>'],
  ['is nested without end', `${'<sub>'.repeat(257)}${'</sub>'.repeat(257)}`],
  [
    'is repeated by the parser',
    `<p>${Array.from({ length: 200 }, (_, turn) => `<b id="${turn}">`).join('')}${'</p><p>a'.repeat(100)}`,
  ],
])('markup that %s is refused', (_what, html) => {
  expect(taken(html)?.slice(0, 200)).toBeUndefined();
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
