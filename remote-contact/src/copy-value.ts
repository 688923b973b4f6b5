import { hintSeconds, showHint } from '@portfolio/kit';

let shownHint: number | undefined;

/**
 * Copies a text to the clipboard and says so, or says that the browser refused.
 * @returns whether it is copied.
 */
export async function copyValue(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    shownHint = showHint(
      { kind: 'success', path: 'hints.copied', seconds: hintSeconds.success },
      shownHint,
    );
    return true;
  } catch {
    // Also where there is no clipboard at all, as on a page without HTTPS.
    shownHint = showHint(
      { kind: 'error', path: 'hints.copyRefused', seconds: hintSeconds.error },
      shownHint,
    );
    return false;
  }
}
