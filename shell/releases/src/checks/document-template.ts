/** Without these a browser is told neither what to load, by which hash, nor what a page is made of. */
const marks = ['{{importMap}}', '{{entry}}', '{{releases}}'];

/** What keeps a shell's `document.html` from becoming a page, as the end of a sentence. */
export function faultOfTemplate(html: string): string | undefined {
  const missing = marks.filter((mark) => !html.includes(mark));
  return missing.length > 0 ? `lacks ${missing.join(', ')}: no page can be made of it` : undefined;
}
