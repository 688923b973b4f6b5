/** A tree of texts, as in a translation document. */
export type TextTree = Readonly<Record<string, unknown>>;

/** Looks up a text by its dotted path, such as `blog.title`; returns the path if there is none. */
export type Lookup = (path: string) => string;

/** The text at a dotted path, or the path itself: only a string is a text. */
export function lookUp(tree: TextTree | undefined, path: string): string {
  let node: unknown = tree;
  for (const step of path.split('.')) {
    const hasStep = typeof node === 'object' && node !== null && Object.hasOwn(node, step);
    node = hasStep ? (node as TextTree)[step] : undefined;
  }
  return typeof node === 'string' ? node : path;
}

/** Such as `en` or `pt-BR`. */
export const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/** For visitors who prefer none of the site's languages. */
export const defaultLanguage = 'en';

/**
 * The first preferred language that is offered; another form of a language is better than a foreign one:
 * `de-AT` gets `de`, `pt` gets `pt-BR`.
 * @param preferred language tags, the most preferred first
 */
export function preferredLanguage<Language extends string>(
  preferred: readonly string[],
  offered: readonly Language[],
): Language | undefined {
  for (const tag of preferred) {
    const found =
      offered.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
      offered.find((language) => baseOf(language) === baseOf(tag));
    if (found) return found;
  }
  return undefined;
}

/** Not every engine has `Intl.Locale.prototype.getTextInfo`. */
const rightToLeft = ['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** The direction of a language, as `dir` of a document. */
export function writingDirection(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(baseOf(language) ?? '') ? 'rtl' : 'ltr';
}

function baseOf(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}

/** The languages of a site in the order of the document, with the default first. */
export function inDocumentOrder(languages: Iterable<string>): string[] {
  return [...languages].sort(
    (a, b) => Number(b === defaultLanguage) - Number(a === defaultLanguage),
  );
}
