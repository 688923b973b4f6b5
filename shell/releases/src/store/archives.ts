import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { compressFile } from '../release/brotli.ts';
import type { Release } from '../release/release.ts';

/** The description of a release, beside its files in an archive and in the cache. */
export const descriptionFile = 'release.json';

/** Where a file of a release is in its archive; its Brotli form is in a folder of its own. */
export const placeIn = {
  plain: (file: string) => `files/${file}`,
  br: (file: string) => `br/${file}`,
};

/**
 * Packs a release with the Brotli form of each text. Equal releases make equal bytes.
 */
export async function packRelease(
  release: Release,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Buffer> {
  const archive = pack();
  const add = (name: string, content: Uint8Array | string) =>
    archive.entry({ name, mode: 0o644, mtime: new Date(0) }, Buffer.from(content));
  add(descriptionFile, JSON.stringify(release));
  for (const [file, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    add(placeIn.plain(file), content);
    const br = await compressFile(file, content);
    if (br) add(placeIn.br(file), br);
  }
  archive.finalize();
  return buffer(archive);
}

/** Unpacks an archive into an empty folder. */
export async function unpackArchive(bytes: Uint8Array, folder: string): Promise<void> {
  const archive = extract();
  archive.end(bytes);
  for await (const entry of archive) {
    const target = path.join(folder, entry.header.name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await buffer(entry));
  }
}
