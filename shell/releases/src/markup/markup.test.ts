/** @jest-environment jsdom */
/// <reference lib="dom" />
import { expect, test } from '@jest/globals';
import { BadMarkupError, faultOfStyles, normalizeMarkup } from './markup.ts';

/** The markup that is let through; nothing where it is refused. */
function taken(html: string): string | undefined {
  try {
    return normalizeMarkup(html);
  } catch (error) {
    if (error instanceof BadMarkupError) return undefined;
    throw error;
  }
}

/** What a browser makes of a page in its place, when something follows it. */
function inPlace(html: string) {
  document.body.innerHTML = `<div id="root">${html}</div><p id="after">after</p>`;
  const [root, ...others] = document.body.children;
  return {
    root: root?.id,
    html: root?.innerHTML,
    others: others.map(({ outerHTML }) => outerHTML),
  };
}

test('whatever is let through stays in its place, and is read as it is written', () => {
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
  'a b button dd dl dt form h1 h2 li menu option p rp rt ruby select span svg table tbody td textarea title tr text ul'.split(
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
  ['ends the place it is put into', '</div><p>free</p>'],
  ['changes the body', '<body class="a">'],
  ['swallows what follows as a field', '<textarea/>'],
  ['swallows what follows as a title', '<title/>'],
  ['hangs an attribute open', '<p title="a><script>'],
  ['has a comment that hides the rest', '<p>a</p><!--'],
  ['has a comment that ends early', '<p><!--> <script>x()</script> --></p>'],
  ['has a section of plain letters', '<p><![CDATA[<script>x()</script>]]></p>'],
  ['has an instruction', '<?xml version="1.0"?><p>a</p>'],
  ['has a template', '<template shadowrootmode="open"><p>a</p></template>'],
  ['runs a script', '<script src="/releases/pig/1/a.mjs"></script>'],
  ['runs a handler', '<img src="/a.svg" onerror="alert(1)">'],
  ['runs a handler in capitals', '<p oNcLiCk="alert(1)">a</p>'],
  ['runs a handler in a drawing', '<svg onload="x()"></svg>'],
  ['runs a script in a drawing', '<svg><script></script></svg>'],
  ['has a foreign drawing', '<svg><use href="https://example.com/a.svg#a"></use></svg>'],
  ['has a picture in a drawing', '<svg><image href="https://example.com/a.png"></image></svg>'],
  [
    'animates an address',
    '<svg><a><animate attributeName="href" to="javascript:x()"></animate></a></svg>',
  ],
  ['has a page in a drawing', '<svg><foreignObject><p>a</p></foreignObject></svg>'],
  ['has a paragraph in the title of a drawing', '<svg><title><p>a</p></title></svg>'],
  ['fills from elsewhere', '<svg><path fill="url(https://example.com/a.svg#a)"></path></svg>'],
  ['points from elsewhere', '<svg><path cursor="URL(//example.com/a.cur), auto"></path></svg>'],
  ['fills in disguise', '<svg><path fill="url&lpar;//example.com/a.svg#a)"></path></svg>'],
  ['has a formula', '<math><mi>a</mi></math>'],
  ['leaves at once', '<meta http-equiv="refresh" content="0;url=https://example.com">'],
  ['changes the base', '<base href="/">'],
  ['brings styles', '<style>p{}</style>'],
  ['has a refused style', '<p style="color:red">a</p>'],
  ['frames a page', '<iframe src="/home"></iframe>'],
  ['links to a script', '<a href="javascript:alert(1)">a</a>'],
  ['links with a line break', '<a href="java\nscript:x()">a</a>'],
  ['links with a name for a letter', '<a href="&#106;avascript:x()">a</a>'],
  ['links behind a space', '<a href=" javascript:x()">a</a>'],
  ['shows a foreign picture', '<img src="//example.com/a.png">'],
  ['shows one by its set', '<img srcset="/a.png 1x, https://example.com/b.png 2x">'],
  ['shows one by odd commas', '<img srcset="/a.png 1x,https://example.com/b.png 2x">'],
  ['shows one by a backslash', '<img src="/\\example.com/a.png">'],
  ['shows one by a tab', '<img src="/\t/example.com/a.png">'],
  ['shows one by a name of the slash', '<img src="/&#47;example.com/a.png">'],
  ['shows one behind a table', '<table background="//example.com/a.png"></table>'],
  ['sends what is typed elsewhere', '<form action="https://example.com"></form>'],
  ['tells another site', '<img src="/a.png" attributionsrc="https://example.com">'],
  ['stands in the place of a function', '<form name="querySelector" action="/a"></form>'],
  ['has the id of the releases', '<p id="live-releases">{}</p>'],
  ['has the id of its place', '<p id="root">a</p>'],
  ['has that id in disguise', '<p id="&#114;oot">a</p>'],
  ['sets a style', '<p data-style="background:url(//example.com/a.png)">a</p>'],
  ['sets one in disguise', '<p data-style="background:&#117;rl(//example.com/a.png)">a</p>'],
  [
    'sets one by a set',
    '<p data-style="background:image-set(&quot;//example.com/a&quot; 1x)">a</p>',
  ],
  ['is nested without end', `${'<sub>'.repeat(300)}${'</sub>'.repeat(300)}`],
  [
    'is repeated by the parser',
    `<p>${Array.from({ length: 200 }, (_, turn) => `<b id="${turn}">`).join('')}${'</p><p>a'.repeat(1000)}`,
  ],
])('markup that %s is refused', (_what, html) => {
  expect(taken(html)?.slice(0, 200)).toBeUndefined();
});

test.each([
  ['the end of the body', '</body><p>free</p>'],
  ['a heading in a heading', '<h1><h2>a</h2></h1>'],
  ['a reading in an item', '<menu><li><rt>a</rt></li></menu>'],
  ['a reading in a term', '<dl><dt><rt>a</rt><rp>b</rp></dt></dl>'],
  ['an item in a group in an item', '<ul><li><div><li></li></div></li></ul>'],
  ['a table in a group in a table', '<table><div><table></table></div></table>'],
  ['a list of choices that stays open', '<select/>'],
  ['a group that stays open', '<main><div/></main>'],
  ['a line break that the parser leaves out', '<pre>\n\na</pre>'],
])('%s is kept as it is read, or not at all', (_what, html) => {
  const normal = taken(html);
  if (normal !== undefined) expect(inPlace(normal).html).toBe(normal.replace('<pre>\n', '<pre>'));
});

test.each([
  ['an address', '.a{background:url(https://example.com/a.png)}'],
  ['one without a scheme', '.a{background:url("//example.com/a.png")}'],
  ['one with spaces', '.a{background:URL( //example.com/a.png )}'],
  ['one of the page itself', '.a{background:url(data:image/png;base64,AAAA)}'],
  ['a set of pictures', '.a{background:image-set("https://example.com/a.png" 1x)}'],
  ['an escape in a name', '.a{background:u\\72l(//example.com/a.png)}'],
  ['an import', '@import "//example.com/a.css";'],
  ['an import in disguise', '@\\69mport "//example.com/a.css";'],
  ['one behind a comment that hides a word', '/*content:"*/@import "//example.com/a.css";/*"*/'],
  ['one behind a string that ends with its line', ".a{content:'\n}@import '//example.com/a.css';"],
  ['one behind a name that ends like it', '.a{b:xurl(/*)}*/ c:url(//example.com/a.png);d:")"}'],
  ['a comment that stays open', '.a{color:red}/*'],
  ['a string that stays open', '.a{content:"'],
  ['the end of its element', 'p{}</style><script>'],
])('a style with %s is refused', (_what, css) => {
  expect(faultOfStyles(css)).toEqual(expect.any(String));
});

test('what pages have is let through, as React reads it', () => {
  const html =
    '<main><!--$--><p>a <a href="mailto:a@example.org">b</a><!-- -->!<br></p><ul><li><p id="_R_1_">c</p><ul><li>d</li></ul></li></ul><dl><div><dt>e</dt><dd>f</dd></div></dl><svg viewBox="0 0 1 1"><title>g</title><linearGradient id="h"></linearGradient><path fill="url(#h)" d="M0 0"></path></svg><select name="i"><option selected="" value="j">k</option></select><table><tbody><tr><td>l</td></tr></tbody></table><img srcset="/a.png 1x, /b.png 2x" src="/a.png"><p title="&lt;&amp;&quot;&gt;" data-style="width:3em">m</p><!--/$--></main>';
  expect(taken(html)).toBe(html);
  const asReactWrites = html
    .replaceAll('<br>', '<br/>')
    .replaceAll('srcset', 'srcSet')
    .replaceAll('></path>', '/>');
  expect(taken(asReactWrites)).toBe(html);
  expect(
    faultOfStyles(
      `/*!sc*/.a[href^="https:"]::before{content:'\\201c' / '';background:url('/releases/a/b.svg')}data-styled.g1[id="sc-a"]{content:"b,"}.c{color:var(--d);clip-path:inset(0);mask:url( #e )}`,
    ),
  ).toBeUndefined();
});
