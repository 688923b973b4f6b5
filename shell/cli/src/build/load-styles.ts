import path from 'node:path';
import type { LoaderContext } from '@rspack/core';

/**
 * Makes a module of an imported CSS file: the names of its classes. The page adopts the styles as a constructed sheet,
 * to which no content policy applies; where there is no document, they are listed.
 */
export default function load(this: LoaderContext): string {
  const file = JSON.stringify(`./${path.basename(this.resourcePath)}?inline`);
  return `import * as css from ${file};
export * from ${file};
const { default: styles, ...names } = css;
// The files are beside the script.
const text = styles.replaceAll('release:', __webpack_public_path__);
if (typeof document === 'undefined') (globalThis.importedStyles ??= []).push(text);
else {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
  import.meta.webpackHot?.dispose(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });
}
export default names;`;
}
