/// <reference lib="dom" />

/** Filled in by the build: the folder of the script. */
declare const __webpack_public_path__: string;

interface Hot {
  dispose(onReplaced: () => void): void;
}

/** A style sheet with its source text, as `cssRules` lack what the browser does not know. */
export type TextSheet = CSSStyleSheet & { text?: string };

/** The module of a CSS file: the text, and the names of its classes. */
type Css = { default: string } & Record<string, string>;

/** Styles the page by a constructed sheet, to which no content policy applies. @returns the names of the classes */
export function adopt({ default: css, ...names }: Css, hot?: Hot): Record<string, string> {
  // The files are beside the script. A prerendered page must not contain the origin of the deploy.
  const text = css.replaceAll('release:', __webpack_public_path__.replace(location.origin, ''));
  const sheet: TextSheet = Object.assign(new CSSStyleSheet(), { text });
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
  hot?.dispose(() => {
    const { adoptedStyleSheets } = document;
    document.adoptedStyleSheets = adoptedStyleSheets.filter((each) => each !== sheet);
  });
  return names;
}
