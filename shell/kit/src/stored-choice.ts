/**
 * A visitor's choice kept in the browser, by the key `theme` or `language`.
 * Storage can be switched off or full: then the choice lasts as long as the page.
 */
export function readChoice<Choice extends string>(
  key: string,
  allowed: readonly Choice[],
): Choice | undefined {
  try {
    const stored = localStorage.getItem(key);
    return allowed.find((choice) => choice === stored);
  } catch {
    return undefined;
  }
}

/** Keeps a choice; a browser that refuses is no fault of the visitor's. */
export function keepChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {}
}
