import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, serialize } from 'parse5';

type Element = DefaultTreeAdapterMap['element'];
type Child = DefaultTreeAdapterMap['childNode'];

/** A page cannot be part of a document; the message ends a sentence. */
export class BadMarkupError extends Error {
  override name = 'BadMarkupError';
}

/** The bounds are many times what this site's pages have. The time to parse grows with the product of both. */
const most = { depth: 256, elements: 20_000 };

/** Elements that act by themselves, change the document around them, or have content beside the checked tree. */
const refusedElements = new Set([
  ...['script', 'base', 'meta', 'link', 'style', 'noscript', 'template', 'iframe', 'frame'],
  ...['frameset', 'object', 'embed', 'animate', 'set', 'discard'],
]);

/** The ids of elements in the shell's document. */
export const takenIds = new Set([
  ...['root', 'page', 'slot', 'page-root', 'lost', 'try-again', 'outcome', 'live-releases'],
]);

/** Browsers ignore leading control characters and spaces, and all tabs and line breaks. */
const ignoredInAddresses = /[\p{Cc} ]/gu;

/** Around a page, so that a tag that closes more than the page is found. */
const documentStart = '<!DOCTYPE html><html><head></head><body><div id="root">';
const documentEnd = '</div><p></p></body></html>';

/**
 * Normalizes the markup of a page by an HTML parser, so that every browser reads the checked tree: it stays in its
 * place, and nothing in it acts by itself. The content security policy governs what it loads. May take seconds, so
 * it must not run in the process that serves visitors.
 * @throws BadMarkupError
 */
export function normalizeMarkup(markup: string): string {
  const normal = write(parseInPlace(markup));
  // Parsers repair some markup differently each time, so only stable markup is accepted.
  const root = parseInPlace(normal);
  if (write(root) !== normal) throw new BadMarkupError('is not read as it is written');
  for (const child of root.childNodes) checkNode(child);
  return normal;
}

/**
 * Parses a page within a document.
 * @returns the element around the page
 * @throws BadMarkupError if the markup closes that element, or is too large
 */
function parseInPlace(markup: string): Element {
  let depth = 0;
  let elements = 0;
  const document = parse(documentStart + markup + documentEnd, {
    treeAdapter: {
      ...defaultTreeAdapter,
      onItemPush() {
        depth += 1;
        elements += 1;
        if (depth > most.depth) throw new BadMarkupError(`is nested more than ${most.depth} times`);
        // Counted here, as the parser may repeat an element: an open <b> in each of many paragraphs.
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
      // Parsers drop the first line break in these elements.
      getChildNodes: (parent) =>
        losesLineBreak(parent)
          ? [defaultTreeAdapter.createTextNode('\n'), ...parent.childNodes]
          : defaultTreeAdapter.getChildNodes(parent),
    },
  });
}

function losesLineBreak({ nodeName, childNodes }: DefaultTreeAdapterMap['parentNode']): boolean {
  const [first] = childNodes;
  const isOfLines = nodeName === 'pre' || nodeName === 'textarea';
  return isOfLines && first !== undefined && 'value' in first && first.value.startsWith('\n');
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

/** @param value the value with every `&…;` resolved, as in a browser */
function faultOfAttribute(tag: string, name: string, value: string): string | undefined {
  if (name.startsWith('on')) return `has a handler: ${name.slice(0, 60)}`;
  if (/^javascript:/i.test(value.replace(ignoredInAddresses, '')))
    return `has a script for an address: ${value.slice(0, 60)}`;
  if (name === 'id' && takenIds.has(value)) return `has the id of a part of the document: ${value}`;
  // Such an element would replace a property of the document for scripts.
  const isProperty = name === 'name' && (tag === 'form' || tag === 'img');
  return isProperty ? `has a <${tag}> with a name` : undefined;
}
