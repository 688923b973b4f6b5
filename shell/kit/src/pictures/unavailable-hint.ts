import { hintSeconds, showHint } from '../hints/hints.ts';

let shownHint: number | undefined;

/** Says that a picture could not be enlarged: what it takes, or the picture itself, did not come. */
export function showUnavailableHint(): void {
  const hint = {
    kind: 'error',
    path: 'preview.unavailable',
    seconds: hintSeconds.exception,
  } as const;
  shownHint = showHint(hint, shownHint);
}
