import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { emptyDatabase } from './postgres.ts';
import { stopLater } from './stop-later.ts';

/** A folder that is gone when its test, or its file, is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portfolio-test-'));
  stopLater({ stop: () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

/**
 * Where an empty store is: in its folder, or, where the tests are run over what several machines
 * share, in an empty database.
 */
export async function emptyStoreSettings(): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const { isShared } = globalThis as { isShared?: boolean };
  const server = isShared ? process.env.SHARED_STORE_SERVER : undefined;
  const DATA_DIR = temporaryFolder();
  return server ? { DATA_DIR, DATABASE_URL: await emptyDatabase(server) } : { DATA_DIR };
}
