import { faultOfAttributes } from './attributes.ts';
import { faultOfElement, isDrawn, isEmpty } from './elements.ts';
import { faultOfStyles } from './styles.ts';

/**
 * What keeps a prerendered page out of a document, as the end of a sentence. It goes there as it is,
 * and whoever owns a section may have written it: it must be whole, so that nothing around it becomes
 * a part of it, and hold nothing that runs, loads from elsewhere or looks like the document itself.
 */
export function faultOfPage({ html, css }: { html: string; css: string }): string | undefined {
  return faultOfStyles(css) ?? faultOfMarkup(html);
}

/** Text, React's marks, and tags whose attributes are all in double quotes, as React writes them. */
const token =
  /[^<>]+|<!--(?: |\/?[$&])-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][-:\w]*(?:="[^"<>]*")?)*)\s*(\/?)>/y;

function faultOfMarkup(html: string): string | undefined {
  const open: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const found = token.exec(html);
    if (!found) return `cannot be read at "${html.slice(at, at + 40)}"`;
    const [, end, tag, attributes = '', isClosed] = found;
    if (!tag) continue;
    if (end) {
      if (open.pop() !== tag) return `closes a <${tag}> that is not open`;
      continue;
    }
    const fault = faultOfElement(tag, open) ?? faultOfAttributes(tag, attributes);
    if (fault) return fault;
    // The slash at the end of a <div/> means nothing: to a browser it is open.
    if (isClosed && !isEmpty(tag) && !isDrawn(tag)) return `leaves a <${tag}/> open`;
    if (!isEmpty(tag) && !isClosed) open.push(tag);
  }
  return open.length > 0 ? `leaves a <${open.at(-1)}> open` : undefined;
}
