import { mkdtempDisposableSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Makes a folder that is deleted at its disposal, at the latest when the process exits. */
export function disposableFolder(what: string): Disposable & { folder: string } {
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
