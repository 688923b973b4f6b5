import { rm } from 'node:fs/promises';
import path from 'node:path';

/** Where the server keeps what teams send until it is a release, in a folder for each key. */
export function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads');
}

/** Where uploads go whose key is not known any more. */
export async function forgetUploads(dataDir: string, keyId: string): Promise<void> {
  await rm(path.join(uploadsFolder(dataDir), keyId), { recursive: true, force: true });
}
