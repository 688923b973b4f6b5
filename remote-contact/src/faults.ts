import { ApiError, CancelError, hintSeconds, type Lookup } from '@portfolio/kit';

/** What this call says for statuses beyond the catalogue: sentences that say all there is. */
const sentences: Record<number, string> = {
  413: 'contact.faults.tooLong',
  415: 'contact.faults.notUnderstood',
  429: 'contact.faults.tooMany',
};

/** Those sentences in the visitor's language. */
export function sentencesFor(text: Lookup): Record<number, string> {
  return Object.fromEntries(
    Object.entries(sentences).map(([status, path]) => [status, text(path)]),
  );
}

/**
 * The hint for what sending threw: its message. One that is not the site's own comes in English and
 * says nothing of the text, so a sentence follows that does.
 */
export function hintForFault(error: unknown) {
  const hint = { kind: 'error', seconds: hintSeconds.exception } as const;
  // The browser's own words for these two ("Failed to fetch") do not help, and are in one language only.
  if (error instanceof CancelError) return { ...hint, path: 'contact.faults.noAnswer' };
  if (error instanceof TypeError) return { ...hint, path: 'contact.faults.notReached' };
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof ApiError && error.status in sentences) return { ...hint, words };
  return { ...hint, words, followUp: 'contact.faults.textKept' };
}
