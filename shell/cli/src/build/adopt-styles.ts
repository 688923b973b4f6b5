/// <reference lib="dom" />

/** Filled in by the build: the folder of the script. */
declare const __webpack_public_path__: string;

/** In hot reload: called before a module is replaced. */
interface Hot {
  dispose(onReplaced: () => void): void;
}

/** A style sheet that is made of a text, which it keeps: a browser leaves out what it does not know. */
export type TextSheet = CSSStyleSheet & { text?: string };

/** What the build makes of a CSS file: its text, and the names of its classes. */
type Css = { default: string } & Record<string, string>;

/** Styles the page by a constructed sheet, to which no content policy applies. @returns the names of the classes */
export function adopt({ default: css, ...names }: Css, hot?: Hot): Record<string, string> {
  // What it names lies beside the script. Without the site's address, which is not the deploy's.
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
