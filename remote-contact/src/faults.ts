import { ApiError, CancelError, hintSeconds, type Lookup } from '@portfolio/kit';

/** What this call says for statuses beyond the catalogue of spec §8. */
export function sentencesFor(text: Lookup): Record<number, string> {
  return {
    413: text('contact.faults.tooLong'),
    415: text('contact.faults.notUnderstood'),
    429: text('contact.faults.tooMany'),
  };
}

/** The hint for what sending threw: its message, for 10 s (spec §8). */
export function hintForFault(error: unknown) {
  const hint = { kind: 'error', seconds: hintSeconds.exception } as const;
  if (error instanceof ApiError) return { ...hint, words: error.message };
  // The browser's own words for these two ("Failed to fetch") help nobody, in one language only.
  if (error instanceof CancelError) return { ...hint, path: 'contact.faults.noAnswer' };
  if (error instanceof TypeError) return { ...hint, path: 'contact.faults.notReached' };
  return { ...hint, words: error instanceof Error ? error.message : String(error) };
}
