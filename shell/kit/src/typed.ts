/** What the script in the document keeps of a visitor, also before the app runs. */
interface Visitor {
  /** What is typed, by the name of its field. */
  typed: Record<string, string>;
  /** Notes what was filled in without an event. */
  noteFields(): void;
  /** Writes what is typed into fields that lack it. */
  fillFields(): void;
  /** A stored choice. Without storage, or when it is full, a choice lasts as long as the page. */
  choice(key: 'theme' | 'language'): string | null | undefined;
  /** The server renders the next document in this language. */
  keepLanguage(language: string): void;
  setTheme(theme: string): void;
  /** Loads the document again, and keeps what is typed. */
  reload(): void;
  /**
   * Reports that a release such as `home@0123456789ab` failed in this page, or threw an error that the page survived:
   * by class and place, as a message may contain typed text.
   */
  report(release: string, hasFailed: boolean, error: unknown): void;
  /** Loads the document with the shell before, or shows a notice. */
  fail(error?: unknown): void;
}

declare global {
  /** Set by the document; absent on the server and in tests. */
  var visitor: Visitor | undefined;
}

/**
 * What is typed into forms, by the name of its field. A field with `defaultValue={typed.email}` keeps its text over
 * the hydration, another release, and a visit to another page; what was sent is to be deleted.
 */
export const typed: Record<string, string> = globalThis.visitor?.typed ?? {};
