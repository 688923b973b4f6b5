import { mkdtempDisposableSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder that goes when it is disposed of, and with this process at the latest. */
export function temporaryFolder(what: string): Disposable & { folder: string } {
  const { path: folder, remove } = mkdtempDisposableSync(
    path.join(os.tmpdir(), `portfolio-${what}-`),
  );
  process.once('exit', remove);
  return {
    folder,
    [Symbol.dispose]() {
      process.off('exit', remove);
      remove();
    },
  };
}
