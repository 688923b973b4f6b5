import type { Steps } from '../database/database.ts';
import { placeOf } from './list-releases.ts';
import { liveInside } from './release-rows.ts';

/** Even the smallest file takes a block of the disk. */
export const blockBytes = 4096;

/** The bytes of a section for its quota, counting shared contents for each release. */
export interface StoredBytes {
  all: number;
  /** The bytes of releases that were never live. */
  previews: number;
  /** Whether the release is stored already. */
  isKnown: boolean;
}

/** Within a transaction: sums the releases of a section. */
export function* storedBytes(section: string, id: string): Steps<StoredBytes> {
  const live = yield* liveInside(section);
  const rows = (yield [
    `SELECT id, left_at, bytes + ${blockBytes} * files AS stored FROM releases WHERE name = $1`,
    [section],
  ]) as { id: string; left_at: number | null; stored: number }[];
  const sum = (some: typeof rows) => some.reduce((bytes, { stored }) => bytes + stored, 0);
  return {
    all: sum(rows),
    previews: sum(rows.filter((row) => placeOf(row, live) === 'preview')),
    isKnown: rows.some((row) => row.id === id),
  };
}
