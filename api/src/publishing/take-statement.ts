import {
  PublishRefusedError,
  type Statement,
  useCounter,
} from '@portfolio/releases/access/index.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { refuseOvertaken } from './carry-out.ts';
import { wanted } from './received.ts';

/** What one release may have, where it is less than the store takes. */
export interface Limits {
  files: number;
  fileBytes: number;
  bytes: number;
}

/**
 * Takes a statement that was verified: it is counted, within its limits, and about what is live now.
 * @throws PublishRefusedError
 */
export async function takeStatement(
  { store, limits }: { store: Store; limits: Limits },
  keyId: string,
  statement: Statement,
): Promise<void> {
  await useCounter(store, keyId, statement.counter);
  refuseTooMuch(statement, limits);
  // Another machine may have changed it a moment ago.
  await store.shared?.pull(statement.section);
  const { ids } = await readPointerOrLast(store, statement.section);
  refuseOvertaken(statement)(ids[0]);
}

function refuseTooMuch(statement: Statement, limits: Limits): void {
  if (statement.does !== 'publish') return;
  const files = Object.entries(statement.description.files);
  const sizes = [...wanted(statement).values()].map(({ bytes }) => bytes);
  const sum = sizes.reduce((total, bytes) => total + bytes, 0);
  const large = files.filter(([, { bytes }]) => bytes > limits.fileBytes);
  const faults = [
    ...(files.length > limits.files
      ? [`It has ${files.length} files, ${limits.files} are allowed.`]
      : []),
    ...(sum > limits.bytes ? [`It has ${sum} bytes, ${limits.bytes} are allowed.`] : []),
    ...large.map(
      ([file, { bytes }]) => `${file} has ${bytes} bytes, ${limits.fileBytes} are allowed.`,
    ),
  ];
  if (faults.length > 0) throw new PublishRefusedError(413, faults.join('\n'), { faults });
}
