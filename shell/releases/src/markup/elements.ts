const words = (text: string) => new Set(text.split(' '));

/** What stands in the body of a page of this site; all else is none of a section's business. */
const flow = words(
  'a abbr address article aside audio b bdi bdo blockquote br button caption cite code col colgroup data dd del details dfn div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark menu meter nav ol optgroup option output p picture pre progress q rp rt ruby s samp search section select small source span strong sub summary sup svg table tbody td textarea tfoot th thead time tr track u ul var video wbr',
);

/** What a drawing is made of; to a browser some of it means something else outside of one. */
const drawing = words(
  'svg g defs path polygon polyline circle ellipse line rect text tspan title desc symbol linearGradient radialGradient stop clipPath mask pattern',
);

const empty = words('br col hr img input source track wbr');

/** Of these a browser reads text alone, or drops what is in them. */
const holdsText = words('textarea option title desc');

/** Where one of these begins, a browser ends the paragraph around it. */
const endsParagraph = words(
  'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul',
);

/** Where one of these begins, a browser ends the one around it. */
const neverNested = words('a button form');

/** What stands nowhere else. */
const parents: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words('ul ol menu'),
  dt: words('dl div'),
  dd: words('dl div'),
  caption: words('table'),
  colgroup: words('table'),
  col: words('colgroup'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  tr: words('thead tbody tfoot'),
  th: words('tr'),
  td: words('tr'),
  optgroup: words('select'),
  option: words('select optgroup'),
};

/** What has nothing else in it. */
const children: Readonly<Record<string, ReadonlySet<string>>> = {
  table: words('caption colgroup thead tbody tfoot'),
  colgroup: words('col'),
  thead: words('tr'),
  tbody: words('tr'),
  tfoot: words('tr'),
  tr: words('th td'),
  select: words('optgroup option hr'),
  optgroup: words('option'),
};

/** Whether it has no closing tag. */
export function isEmpty(tag: string): boolean {
  return empty.has(tag);
}

/** Whether it is a part of a drawing, where a slash at its end closes it. */
export function isDrawn(tag: string): boolean {
  return drawing.has(tag);
}

/**
 * Why an element may not begin here. A browser arranges some elements in its own way: a `<li>` within
 * a `<li>` ends that and all that is open in it, and the closing tag that was meant for a `<div>` in
 * there would then end the very place that the page is put into.
 * @param open the elements that are open, the outermost first
 */
export function faultOfElement(tag: string, open: readonly string[]): string | undefined {
  const isInDrawing = open.includes('svg');
  if (!(isInDrawing ? drawing : flow).has(tag)) return `holds a <${tag}>`;
  return isMisplaced(tag, open) ? `has a <${tag}> in the wrong place` : undefined;
}

function isMisplaced(tag: string, open: readonly string[]): boolean {
  const parent = open.at(-1) ?? '';
  if (holdsText.has(parent)) return true;
  if (Object.hasOwn(children, parent) && !children[parent]?.has(tag)) return true;
  if (Object.hasOwn(parents, tag) && !parents[tag]?.has(parent)) return true;
  // A group in a list of terms.
  if ((tag === 'dt' || tag === 'dd') && parent === 'div') return open.at(-2) !== 'dl';
  if (neverNested.has(tag)) return open.includes(tag);
  return endsParagraph.has(tag) && open.lastIndexOf('p') > open.lastIndexOf('button');
}
