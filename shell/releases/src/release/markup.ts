import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, serialize } from 'parse5';

type Element = DefaultTreeAdapterMap['element'];
type Child = DefaultTreeAdapterMap['childNode'];

/** A page cannot stand in a document; the message says why, as the end of a sentence. */
export class BadMarkupError extends Error {
  override name = 'BadMarkupError';
}

/** Both many times what this site's pages have; parsing takes time by their product. */
const most = { depth: 256, elements: 20_000 };

/** What acts by itself, or changes the document around it. */
const refusedElements = new Set(
  'script base meta link style noscript template iframe frame frameset object embed animate set'.split(
    ' ',
  ),
);

const ownIds = new Set(['root', 'lost', 'try-again', 'outcome', 'live-releases']);

/** Browsers leave control characters and spaces in front out, and tabs and line breaks anywhere. */
const ignoredInAddresses = /[\p{Cc} ]/gu;

/** A page is parsed at its place in the document: a tag that closes more than the page itself shows there. */
const documentStart = '<!DOCTYPE html><html><head></head><body><div id="root">';
const documentEnd = '</div><p></p></body></html>';

/**
 * Writes the markup of a page as the parser of HTML understands it. Every browser reads the tree that was
 * checked: it stays in its place, and holds nothing that acts by itself. What it loads is the content
 * policy's to refuse, and what it shows is the section's to decide, as with its script.
 * Takes seconds at worst: never call it on the thread that serves visitors.
 * @throws BadMarkupError
 */
export function normalizeMarkup(markup: string): string {
  const parsed = readInPlace(markup);
  const normal = write(parsed);
  // Parsers repair some markup differently each time: only what is stable is accepted.
  const root = normal === markup ? parsed : readInPlace(normal);
  if (write(root) !== normal) throw new BadMarkupError('is not read as it is written');
  for (const child of root.childNodes) checkNode(child);
  return normal;
}

/** @throws BadMarkupError when it ends its place, or is too much to be read */
function readInPlace(markup: string): Element {
  let depth = 0;
  let elements = 0;
  const document = parse(documentStart + markup + documentEnd, {
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
  const isInPlace =
    root && isElement(root) && write(document) === documentStart + write(root) + documentEnd;
  if (!isInPlace) throw new BadMarkupError('ends the place it stands in');
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
function checkNode(node: Child): void {
  if (!isElement(node)) return;
  const tag = node.tagName.toLowerCase();
  if (refusedElements.has(tag)) throw new BadMarkupError(`holds a <${tag}>`);
  for (const { name, value } of node.attrs) {
    const fault = faultOfAttribute(tag, name.toLowerCase(), value);
    if (fault) throw new BadMarkupError(fault);
  }
  for (const child of node.childNodes) checkNode(child);
}

/** @param value as the browser understands it, with every `&…;` resolved */
function faultOfAttribute(tag: string, name: string, value: string): string | undefined {
  if (name.startsWith('on')) return `has a handler: ${name.slice(0, 60)}`;
  if (/^javascript:/i.test(value.replace(ignoredInAddresses, '')))
    return `has a script for an address: ${value.slice(0, 60)}`;
  if (name === 'id' && ownIds.has(value)) return `has the id of a part of the document: ${value}`;
  // Scripts that read this property of the document would get the element instead.
  const isProperty = name === 'name' && (tag === 'form' || tag === 'img');
  return isProperty ? `has a <${tag}> with a name` : undefined;
}

/** Why styles may not become a part of a document, as the end of a sentence. */
export function faultOfStyles(css: string): string | undefined {
  return css.includes('</') ? 'has "</" in its styles' : undefined;
}
