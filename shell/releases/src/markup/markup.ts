import { type DefaultTreeAdapterMap, defaultTreeAdapter, html, parse, serialize } from 'parse5';

type Element = DefaultTreeAdapterMap['element'];
type Child = DefaultTreeAdapterMap['childNode'];

/** A page cannot stand in a document; the message says why, as the end of a sentence. */
export class BadMarkupError extends Error {
  override name = 'BadMarkupError';
}

/** Both many times what this site's pages have; parsing takes time by their product. */
const most = { depth: 256, elements: 20_000 };

const words = (text: string) => new Set(text.split(' '));

/** The elements that a page may have. */
const flow = words(
  'a abbr address article aside audio b bdi bdo blockquote br button caption cite code col colgroup dd del details dfn div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark menu meter nav ol optgroup option output p picture pre progress q rp rt ruby s samp search section select small source span strong sub summary sup table tbody td textarea tfoot th thead time tr track u ul var video wbr',
);

/** The elements that an inline drawing may have. */
const drawing = words(
  'svg g defs path polygon polyline circle ellipse line rect text tspan title desc symbol linearGradient radialGradient stop clipPath mask pattern animateMotion',
);

const never = words('style srcdoc nonce is ping attributionsrc');

const addresses = words('src href xlink:href action formaction poster data background');

/** Ids of the document's own parts. */
const ownIds = words('root lost try-again outcome live-releases');

/** React's marks: empty text, and where a part that was waited for begins and ends. */
const mark = /^(?: |\/?[$&])$/;

const attributeName = /^[a-z][-:\w]*$/i;

/** Where a link may lead; following it is the visitor's choice. */
const linked = /^(?:\/(?!\/)|#|https?:|mailto:|tel:|ircs?:|xmpp:|$)/i;

/** Browsers read a backslash as a slash, and leave tabs and line breaks out. */
const disguised = /[\\\p{Cc}]/u;

/** A page is read where it will stand, between the parts of a document. */
const before = '<!DOCTYPE html><html><head></head><body><div id="root">';
const after = '</div><p></p></body></html>';

/**
 * Writes the markup of a page as the parser of HTML understands it. Every browser reads the tree that was
 * checked: it stays in its place, and holds nothing that runs, loads from elsewhere or looks like the
 * document itself. Takes seconds at worst: never call it on the thread that serves visitors.
 * @throws BadMarkupError
 */
export function normalizeMarkup(markup: string): string {
  const first = readInPlace(markup);
  const normal = write(first);
  const root = normal === markup ? first : readInPlace(normal);
  if (write(root) !== normal) throw new BadMarkupError('is not read as it is written');
  for (const child of root.childNodes) checkNode(child, false);
  return normal;
}

/** @throws BadMarkupError when it ends its place, or is too much to be read */
function readInPlace(markup: string): Element {
  let depth = 0;
  let elements = 0;
  const document = parse(before + markup + after, {
    treeAdapter: {
      ...defaultTreeAdapter,
      onItemPush() {
        depth += 1;
        elements += 1;
        if (depth > most.depth) throw new BadMarkupError(`is nested ${most.depth} times`);
        // What is written once can be repeated by the parser: <b> in each of many paragraphs.
        if (elements > most.elements)
          throw new BadMarkupError(`has more than ${most.elements} elements`);
      },
      onItemPop() {
        depth -= 1;
      },
    },
  });
  const body = lastElement(lastElement(document));
  const root = body?.childNodes[0];
  const isWhole = root && isElement(root) && write(document) === before + write(root) + after;
  if (!isWhole) throw new BadMarkupError('ends the place it stands in');
  return root;
}

function lastElement(node: DefaultTreeAdapterMap['parentNode'] | undefined): Element | undefined {
  const last = node?.childNodes.at(-1);
  return last && isElement(last) ? last : undefined;
}

function write(node: DefaultTreeAdapterMap['parentNode']): string {
  return serialize(node, {
    treeAdapter: {
      ...defaultTreeAdapter,
      // The parser leaves out the first line break in these.
      getChildNodes: (node) =>
        eatsLineBreak(node)
          ? [defaultTreeAdapter.createTextNode('\n'), ...node.childNodes]
          : defaultTreeAdapter.getChildNodes(node),
    },
  });
}

function eatsLineBreak(node: DefaultTreeAdapterMap['parentNode']): boolean {
  const [first] = node.childNodes;
  const isOne = node.nodeName === 'pre' || node.nodeName === 'textarea';
  return isOne && first !== undefined && 'value' in first && first.value.startsWith('\n');
}

function isElement(node: Child): node is Element {
  return 'tagName' in node;
}

/** @throws BadMarkupError */
function checkNode(node: Child, isInDrawing: boolean): void {
  if (node.nodeName === '#text') return;
  if (!isElement(node)) {
    if ('data' in node && mark.test(node.data)) return;
    throw new BadMarkupError('has a comment that React does not write');
  }
  const { tagName: tag, namespaceURI: namespace, attrs } = node;
  const isDrawn = namespace === html.NS.SVG;
  const isKnown = isDrawn ? drawing.has(tag) : namespace === html.NS.HTML && flow.has(tag);
  if (!isKnown) throw new BadMarkupError(`holds a <${tag}>`);
  if (isInDrawing && !isDrawn) throw new BadMarkupError(`has a <${tag}> in a drawing`);
  for (const { prefix, name, value } of attrs) {
    const fault = faultOfAttribute(tag, prefix ? `${prefix}:${name}` : name, value, isDrawn);
    if (fault) throw new BadMarkupError(fault);
  }
  for (const child of node.childNodes) checkNode(child, isDrawn);
}

/** @param value as the browser understands it, with every `&…;` resolved */
function faultOfAttribute(
  tag: string,
  written: string,
  value: string,
  isDrawn: boolean,
): string | undefined {
  const name = written.toLowerCase();
  const shown = value.slice(0, 60);
  if (!attributeName.test(name)) return `has an attribute ${name.slice(0, 60)}`;
  if (name.startsWith('on')) return `has a handler: ${name}`;
  if (never.has(name)) return `has an attribute ${name}`;
  if (name === 'id' && ownIds.has(value)) return `has the id of a part of the document: ${value}`;
  // Scripts that read this property of the document would get the element instead.
  if (name === 'name' && (tag === 'form' || tag === 'img')) return `has a <${tag}> with a name`;
  const foreign = `loads from a foreign address: ${shown}`;
  if (tag === 'a' && name === 'href')
    return linked.test(value) && !disguised.test(value) ? undefined : `has a link to ${shown}`;
  if (name === 'srcset') return value.split(',').every(isOwn) ? undefined : foreign;
  if (addresses.has(name)) return isOwn(value) ? undefined : foreign;
  // The app makes a style of it.
  if (name === 'data-style') return faultOfStyles(value);
  const isBound = /^url\(#[-\w]+\)$/.test(value);
  return isDrawn && !isBound && (loads.test(value) || disguised.test(value)) ? foreign : undefined;
}

function isOwn(address: string): boolean {
  return !disguised.test(address) && /^ *(?:\/(?!\/)|#)/.test(address);
}

/**
 * As a browser divides styles: comments, addresses, strings, and the letters between them. What is not
 * closed, and an escape outside a string, is none of these. No two repetitions that can take the same
 * letters stand side by side, so the time grows with the length only.
 */
const parts = [
  /(\/\*.*?\*\/)/,
  /(?<![-\w\u0080-\uffff])(url\([ \t]*(?:(?:"([^"\\\s]*)"|'([^'\\\s]*)'|([^"'()\\\s]+))[ \t]*)?\))/,
  /("(?:[^"\\\n\r\f]|\\[^\n\r\f])*"|'(?:[^'\\\n\r\f]|\\[^\n\r\f])*')/,
  /\/(?!\*)|[^"'\\/u]+|u/,
];
const part = new RegExp(parts.map(({ source }) => source).join('|'), 'giys');

/** What loads something, wherever it stands in a style. */
const loads = /@import|(?:url|image-set|image|src|cross-fade)\(/i;

/** Why styles may not become a part of a document, as the end of a sentence. */
export function faultOfStyles(css: string): string | undefined {
  if (css.includes('</')) return 'has "</" in its styles';
  let bare = '';
  part.lastIndex = 0;
  while (part.lastIndex < css.length) {
    const at = part.lastIndex;
    const found = part.exec(css);
    if (!found) return `has styles that cannot be read at "${css.slice(at, at + 40)}"`;
    const [all, comment, url, double, single, unquoted, string] = found;
    const address = double ?? single ?? unquoted ?? '';
    if (url !== undefined && !/^(?:\/(?!\/)|#)/.test(address))
      return `has styles that load ${address.slice(0, 60)}`;
    bare += (comment ?? url ?? string) === undefined ? all : ' ';
  }
  return loads.test(bare) ? 'has styles that load others' : undefined;
}
