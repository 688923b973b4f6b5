import { isDrawn } from './elements.ts';
import { faultOfStyles, loads } from './styles.ts';

const attribute = /([a-zA-Z][-:\w]*)(?:="([^"]*)")?/g;

const never = new Set(['style', 'srcdoc', 'nonce', 'is', 'ping', 'attributionsrc']);

const addresses = new Set([
  'src',
  'href',
  'xlink:href',
  'action',
  'formaction',
  'poster',
  'data',
  'background',
]);

/** By these the document finds its own parts. */
const ownIds = new Set(['root', 'lost', 'live-releases']);

/** Where a link may lead; following it is the visitor's choice. */
const linked = /^(?:\/(?!\/)|#|https?:|mailto:|tel:|ircs?:|xmpp:|$)/i;

/** Browsers read a backslash as a slash, leave tabs and line breaks out, and know other names of both. */
const disguised = /[\\\p{Cc}]|&(?!(?:amp|quot|lt|gt|#x27);)/u;

/** Why an element may not have these attributes, as they are written. */
export function faultOfAttributes(tag: string, attributes: string): string | undefined {
  for (const [, written = '', value = ''] of attributes.matchAll(attribute)) {
    const fault = faultOfAttribute(tag, written.toLowerCase(), value);
    if (fault) return fault;
  }
  return undefined;
}

function faultOfAttribute(tag: string, name: string, value: string): string | undefined {
  const shown = value.slice(0, 60);
  if (name.startsWith('on')) return `has a handler: ${name}`;
  if (never.has(name)) return `has an attribute ${name}`;
  if (name === 'id' && ownIds.has(value)) return `has the id of a part of the document: ${value}`;
  // A script that asks the document for something would get this element instead.
  if (name === 'name' && (tag === 'form' || tag === 'img')) return `has a <${tag}> with a name`;
  if (tag === 'a' && name === 'href')
    return linked.test(value) ? undefined : `has a link to ${shown}`;
  const foreign = `loads from a foreign address: ${shown}`;
  if (name === 'srcset') return value.split(',').every(isOwn) ? undefined : foreign;
  if (addresses.has(name)) return isOwn(value) ? undefined : foreign;
  // The app makes a style of it.
  if (name === 'data-style') return faultOfStyles(unescaped(value));
  const isBound = /^url\(#[-\w]+\)$/.test(value);
  if (isDrawn(tag) && !isBound && (loads.test(value) || disguised.test(value))) return foreign;
  return undefined;
}

function isOwn(address: string): boolean {
  return !disguised.test(address) && /^ *(?:\/(?!\/)|#)/.test(address);
}

function unescaped(value: string): string {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:x27|39);/gi, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
