const unsent = new Set<string>();

/**
 * A form says whether it holds text that was not sent yet; while one does, the page offers nothing
 * that would lose it.
 * @param form a name for the form, such as `contact`
 */
export function setUnsentText(form: string, isUnsent: boolean): void {
  if (isUnsent) unsent.add(form);
  else unsent.delete(form);
}

/** Whether any form holds unsent text. */
export function hasUnsentText(): boolean {
  return unsent.size > 0;
}
