import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { type Store, storeIn } from '@portfolio/releases/store.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** An empty store in a folder of its own, gone after the tests of the file. */
export async function temporaryStore(): Promise<Store> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-store-'));
  folders.push(dataDir);
  return storeIn(dataDir);
}
