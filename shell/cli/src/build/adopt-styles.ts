/// <reference lib="dom" />

/** Filled in by the build: the folder of the script. */
declare const __webpack_public_path__: string;

interface Hot {
  dispose(onReplaced: () => void): void;
}

/** The module of a CSS file: the text, and the names of its classes. */
type Css = { default: string } & Record<string, string>;

declare global {
  /** The texts of imported CSS, where there is no document. */
  var importedStyles: string[] | undefined;
}

/** Styles the page by a constructed sheet, to which no content policy applies. @returns the names of the classes */
export function adopt({ default: css, ...names }: Css, hot?: Hot): Record<string, string> {
  // The files are beside the script.
  const text = css.replaceAll('release:', __webpack_public_path__);
  if (typeof document === 'undefined') {
    globalThis.importedStyles = [...(globalThis.importedStyles ?? []), text];
    return names;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
  hot?.dispose(() => {
    const { adoptedStyleSheets } = document;
    document.adoptedStyleSheets = adoptedStyleSheets.filter((each) => each !== sheet);
  });
  return names;
}
