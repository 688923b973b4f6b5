/**
 * What keeps a prerendered page out of a document, as the end of a sentence. It goes there as it is,
 * and whoever owns a section may have written it: it must be whole, so that nothing around it becomes
 * a part of it, and hold nothing that runs, loads from elsewhere or looks like the document itself.
 */
export function faultOfPage({ html, css }: { html: string; css: string }): string | undefined {
  if (css.includes('</')) return 'has "</" in its styles';
  if (/@import|\\/i.test(css.replaceAll(/content:\s*(?:'[^']*'|"[^"]*")/g, '')))
    return 'has styles that load others';
  return faultOfMarkup(html);
}

/** Text, React's marks, and tags whose attributes are all in double quotes, as React writes them. */
const token =
  /[^<>]+|<!--(?: |\/?[$&])-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][-:\w]*(?:="[^"<>]*")?)*)\s*(\/?)>/y;
const attribute = /([a-zA-Z][-:\w]*)(?:="([^"]*)")?/g;

/** What stands in the body of a page of this site; all else is none of a section's business. */
const allowed = new Set(
  `a abbr address article aside audio b bdi bdo blockquote br button caption cite code col colgroup
  data dd del details dfn div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
  hgroup hr i img input ins kbd label legend li main mark menu meter nav ol optgroup option output p
  picture pre progress q rp rt ruby s samp search section select small source span strong sub summary
  sup table tbody td textarea tfoot th thead time tr track u ul var video wbr
  svg g defs path polygon polyline circle ellipse line rect text tspan title desc symbol
  linearGradient radialGradient stop clipPath mask pattern`.split(/\s+/),
);

const empty = new Set('br col hr img input source track wbr'.split(' '));

function faultOfMarkup(html: string): string | undefined {
  const open: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const found = token.exec(html);
    if (!found) return `cannot be read at "${html.slice(at, at + 40)}"`;
    const [, end, tag, attributes = '', isClosed] = found;
    if (!tag) continue;
    if (!allowed.has(tag)) return `holds a <${tag}>`;
    if (end) {
      if (open.pop() !== tag) return `closes a <${tag}> that is not open`;
    } else if (!empty.has(tag) && !isClosed) open.push(tag);
    const fault = faultOfAttributes(tag, attributes);
    if (fault) return fault;
  }
  return open.length > 0 ? `leaves a <${open.at(-1)}> open` : undefined;
}

function faultOfAttributes(tag: string, attributes: string): string | undefined {
  for (const [, written = '', value = ''] of attributes.matchAll(attribute)) {
    const name = written.toLowerCase();
    if (name.startsWith('on')) return `has a handler: ${name}`;
    if (['style', 'srcdoc', 'nonce', 'is', 'ping'].includes(name))
      return `has an attribute ${name}`;
    const isLink = tag === 'a' && name === 'href';
    if (isLink && !/^(?:\/(?!\/)|#|https?:|mailto:|tel:|ircs?:|xmpp:|$)/i.test(value))
      return `has a link to ${value.slice(0, 60)}`;
    if (isLink) continue;
    const isAddress = [
      'src',
      'href',
      'xlink:href',
      'action',
      'formaction',
      'poster',
      'data',
      'background',
    ];
    const addresses = name === 'srcset' ? value.split(',').map((one) => one.trim()) : [value];
    if (!isAddress.includes(name) && name !== 'srcset') continue;
    // Browsers read a backslash as a slash, leave tabs and line breaks out, and know other names of both.
    const isDisguised = /[\\\p{Cc}]|&(?!(?:amp|quot|lt|gt|#x27);)/u.test(value);
    if (isDisguised || addresses.some((address) => !/^(?:\/(?!\/)|#)/.test(address)))
      return `loads from a foreign address: ${value.slice(0, 60)}`;
  }
  return undefined;
}
