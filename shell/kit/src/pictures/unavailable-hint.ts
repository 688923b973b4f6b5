import { hintSeconds, showHint } from '../hints/hints.ts';

let lastHint: number | undefined;

/** Says that the preview or its picture could not be loaded. */
export function showUnavailableHint(): void {
  const hint = {
    kind: 'error',
    path: 'preview.unavailable',
    seconds: hintSeconds.exception,
  } as const;
  lastHint = showHint(hint, lastHint);
}
