/** @jest-environment jsdom */
/// <reference lib="dom" />
import { expect, test } from '@jest/globals';
import { faultOfPage } from './markup.ts';

const markup = (html: string) => faultOfPage({ html, css: '' });
const styles = (css: string) => faultOfPage({ html: '', css });

/** What a browser makes of a page in its place, when something follows it. */
function inPlace(html: string) {
  document.body.innerHTML = `<div id="root">${html}</div><p id="after">after</p>`;
  const [root, ...others] = document.body.children;
  return { root: root?.id, others: others.map(({ outerHTML }) => outerHTML) };
}

test.each([
  ['a group in an item that another item ends', '<ul><li><div><li></li></div></li></ul>'],
  ['a group in a button that another button ends', '<button><div><button></button></div></button>'],
  ['a group in a table that another table ends', '<table><div><table></table></div></table>'],
  ['a field that swallows what follows', '<textarea/>'],
  ['a list of choices that swallows what follows', '<select/>'],
  ['a title that swallows what follows', '<title/>'],
  ['a group that stays open', '<main><div/></main>'],
])('%s is refused: it would end the place of the page', (_what, html) => {
  expect(markup(html)).toEqual(expect.any(String));
});

test('whatever is let through stays in its place, as a browser reads it', () => {
  let taken = 0;
  for (let turn = 0; turn < 4000; turn += 1) {
    const html = randomMarkup(turn);
    if (markup(html) !== undefined) continue;
    taken += 1;
    expect({ html, ...inPlace(html) }).toEqual({
      html,
      root: 'root',
      others: ['<p id="after">after</p>'],
    });
  }
  expect(taken).toBeGreaterThan(200);
});

const tags =
  'a b button dd dl dt form h1 li option p select span svg table tbody td textarea title tr text ul'.split(
    ' ',
  );

/** Elements in one another as chance has it, each closed; the same for the same number. */
function randomMarkup(seed: number): string {
  let state = seed * 2654435761 + 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  const inner = (depth: number): string => {
    if (depth === 0) return next(3) === 0 ? 'text' : '';
    // The place of a page is a group, and so is what could end it.
    const tag = next(3) === 0 ? 'div' : (tags[next(tags.length)] ?? '');
    return `<${tag}>${inner(depth - 1)}${next(3) === 0 ? inner(depth - 1) : ''}</${tag}>`;
  };
  return inner(1 + next(6)) + inner(next(3));
}

test.each([
  ['a handler in a drawing', '<svg onload="x()"></svg>'],
  ['a script in a drawing', '<svg><script></script></svg>'],
  ['a drawing of somebody else', '<svg><use href="https://example.com/a.svg#a"></use></svg>'],
  ['a picture in a drawing', '<svg><image href="https://example.com/a.png"></image></svg>'],
  [
    'an animated address',
    '<svg><a><animate attributeName="href" to="javascript:x()"></animate></a></svg>',
  ],
  ['a page in a drawing', '<svg><foreignObject><p>a</p></foreignObject></svg>'],
  ['a paragraph in a drawing', '<svg><p>a</p></svg>'],
  ['a fill from elsewhere', '<svg><path fill="url(https://example.com/a.svg#a)"></path></svg>'],
  ['a pointer from elsewhere', '<svg><path cursor="URL(//example.com/a.cur), auto"></path></svg>'],
  ['one in disguise', '<svg><path fill="url&lpar;//example.com/a.svg#a)"></path></svg>'],
  ['a formula', '<math><mi>a</mi></math>'],
  [
    'a page that is left at once',
    '<meta http-equiv="refresh" content="0;url=https://example.com"/>',
  ],
  ['an address with a line break', '<a href="java\nscript:x()">a</a>'],
  ['an address with a name for a letter', '<a href="&#106;avascript:x()">a</a>'],
  ['an address behind a space', '<a href=" javascript:x()">a</a>'],
  ['a set of pictures with odd commas', '<img srcset="/a.png 1x,https://example.com/b.png 2x"/>'],
  ['a style for the app to set', '<p data-style="background:url(//example.com/a.png)">a</p>'],
  [
    'one of these in disguise',
    '<p data-style="background:image-set(&quot;//example.com/a&quot; 1x)">a</p>',
  ],
  ['a word to somebody else', '<img src="/a.png" attributionsrc="https://example.com"/>'],
  ['an element in the place of a function', '<form name="querySelector" action="/a"></form>'],
  ['the id of the releases', '<p id="live-releases">{}</p>'],
  ['a section of plain letters', '<p><![CDATA[<script>x()</script>]]></p>'],
  ['a comment that ends early', '<p><!--> <script>x()</script> --></p>'],
  ['a declaration', '<!doctype html><p>a</p>'],
  ['an instruction', '<?xml version="1.0"?><p>a</p>'],
  ['a template', '<template shadowrootmode="open"><p>a</p></template>'],
])('%s is refused', (_what, html) => {
  expect(markup(html)).toEqual(expect.any(String));
});

test.each([
  ['an address', '.a{background:url(https://example.com/a.png)}'],
  ['one without a scheme', '.a{background:url("//example.com/a.png")}'],
  ['one with spaces', '.a{background:URL( //example.com/a.png )}'],
  ['one of the page itself', '.a{background:url(data:image/png;base64,AAAA)}'],
  ['a set of pictures', '.a{background:image-set("https://example.com/a.png" 1x)}'],
  ['an escape in a name', '.a{background:u\\72l(//example.com/a.png)}'],
  ['one behind a comment that hides a word', '/*content:"*/@import "//example.com/a.css";/*"*/'],
  ['one behind a string that ends with its line', ".a{content:'\n}@import '//example.com/a.css';"],
  ['one behind a name that ends like it', '.a{b:xurl(/*)}*/ c:url(//example.com/a.png);d:")"}'],
  ['a comment that stays open', '.a{color:red}/*'],
  ['a string that stays open', '.a{content:"'],
])('a style with %s is refused', (_what, css) => {
  expect(styles(css)).toEqual(expect.any(String));
});

test('what pages have is let through', () => {
  expect(
    markup(
      '<main><!--$--><p>a <a href="mailto:a@example.org">b</a><br/></p><ul><li><p>c</p><ul><li>d</li></ul></li></ul><dl><div><dt>e</dt><dd>f</dd></div></dl><svg viewBox="0 0 1 1"><title>g</title><path fill="url(#h)" d="M0 0"></path></svg><select name="i"><option selected="" value="j">k</option></select><table><tbody><tr><td>l</td></tr></tbody></table><img srcSet="/a.png 1x, /b.png 2x" src="/a.png"/><p data-style="width:3em">m</p><!--/$--></main>',
    ),
  ).toBeUndefined();
  expect(
    styles(
      `/*!sc*/.a[href^="https:"]::before{content:'\\201c' / '';background:url('/releases/a/b.svg')}data-styled.g1[id="sc-a"]{content:"b,"}.c{color:var(--d);clip-path:inset(0);mask:url(#e)}`,
    ),
  ).toBeUndefined();
});
