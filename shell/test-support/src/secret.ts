import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Store } from '@portfolio/releases/store/store.ts';

/** Another user's file beside a store: of the test's own, since a fault would change what a link points to. */
export function laySecret({ dataDir }: Store): string {
  const secret = path.join(dataDir, 'secret');
  writeFileSync(secret, 'secret', { mode: 0o600 });
  return secret;
}

/** A file that gives nothing until a process writes into it. */
export const makeFifo = (file: string) => execFileSync('mkfifo', [file]);
