import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openStore, type Store } from '@portfolio/releases/store/store.ts';
import { emptyDatabase } from './postgres.ts';
import { stopLater } from './stop-later.ts';

/** Makes a folder that is deleted at the end of its test, or of its file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portfolio-test-'));
  stopLater({ stop: () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

/** Writes files into a folder. @param files their contents by path; one that is undefined is left out */
export async function writeFiles(
  folder: string,
  files: Record<string, string | Uint8Array | undefined>,
): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    if (content === undefined) continue;
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
}

/** The settings of an empty store: a folder, and in the project "shared" an empty database. */
export async function emptyStoreSettings(): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const { isShared } = globalThis as { isShared?: boolean };
  const DATA_DIR = temporaryFolder();
  if (!isShared) return { DATA_DIR };
  const server = process.env.SHARED_STORE_SERVER;
  if (!server) throw new Error('The shared store has no PostgreSQL');
  return { DATA_DIR, DATABASE_URL: await emptyDatabase(server) };
}

/** Opens an empty store, which is deleted at the end of its test, or of its file. */
export async function temporaryStore(): Promise<Store> {
  return openTemporaryStore(await emptyStoreSettings());
}

/** Opens a store as another machine would. */
export async function openTemporaryStore(
  place: Partial<Parameters<typeof openStore>[0]>,
): Promise<Store> {
  const store = await openStore({ DATA_DIR: temporaryFolder(), ...place });
  stopLater({ stop: () => store.close() });
  return store;
}
