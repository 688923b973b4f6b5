import type { Households } from '@portfolio/releases/ledger/visits.ts';

/** Two of fifteen, three of thirty-three: more than chance and bad connections make of a good release. */
const suspicious = [
  { failed: 2, wellBelow: 13 },
  { failed: 3, wellBelow: 30 },
] as const;

/** Whether so many failures are a reason to look at a release. */
export function isSuspicious({ failed, well }: Households): boolean {
  return suspicious.some((each) => failed >= each.failed && well < each.wellBelow);
}

/** It can no longer become suspicious, so its visits are not counted any more. */
export function isSettled({ well }: Households): boolean {
  return well >= 30;
}
