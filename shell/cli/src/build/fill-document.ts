import { readFileSync } from 'node:fs';
import path from 'node:path';
import { experiments } from '@rspack/core';

const inline = /(<script\b[^>]*?) data-source="([^"]+)"([^>]*>)/g;
const darkTheme = /:root\[data-theme='dark'\] (\{.*?\n *\}\n)/s;
const forReaders = /\/\*.*?\*\/|<!--.*?-->|\n\s+/gs;

/**
 * Puts the document's own scripts into it, and the dark colours a second time: a media query cannot be
 * joined with a selector. It is in every answer, and compressed anew each time: what only readers of
 * the sources need stays out.
 */
export function fillDocument(html: string, folder: string): string {
  return html
    .replace(darkTheme, '$&@media (prefers-color-scheme: dark) {\n:root:not([data-theme]) $1}\n')
    .replaceAll(forReaders, (found) => (found.startsWith('\n') ? '\n' : ''))
    .replaceAll(inline, (_all, start: string, file: string, end: string) => {
      const source = readFileSync(path.join(folder, file), 'utf8');
      return `${start}${end}${toInlineScript(source)}`;
    });
}

/** A block of its own, so that no name meets one of another script. */
function toInlineScript(source: string): string {
  const { code } = experiments.swc.transformSync(source, {
    isModule: false,
    env: { targets: 'chrome 120, firefox 125, safari 17.4' },
    jsc: { parser: { syntax: 'typescript' } },
  });
  const minified = experiments.swc.minifySync(`{${code}}`, {
    ecma: 2022,
    compress: { ecma: 2022 },
    mangle: true,
    module: false,
  });
  return minified.code;
}
