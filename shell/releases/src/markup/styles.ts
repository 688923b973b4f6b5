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
export const loads = /@import|(?:url|image-set|image|src|cross-fade)\(/i;

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
