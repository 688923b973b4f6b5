declare global {
  /** What the script in the document keeps of a visitor, also before the app runs. */
  interface Visitor {
    typed: Record<string, string>;
    /** A stored choice. Without storage, or when it is full, a choice lasts as long as the page. */
    choice(key: 'theme' | 'language'): string | null | undefined;
    /** The server renders the next document in this language. */
    keepLanguage(language: string): void;
  }

  /** Set by the document; absent on the server and in tests. */
  var visitor: Visitor | undefined;
}

/**
 * What is typed into forms, by the name of its field. A field with `defaultValue={typed.email}` keeps its text over
 * the hydration, another release, and a visit to another page; what was sent is to be deleted.
 */
export const typed: Record<string, string> = globalThis.visitor?.typed ?? {};
