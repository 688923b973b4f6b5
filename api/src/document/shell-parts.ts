import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing, type LiveRelease } from '@portfolio/releases';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const ownerSchema = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  gameProfile: z.string(),
  codeProfile: z.string(),
});

/** Whose site it is, as `shell/kit/owner.json` says. */
export type Owner = z.infer<typeof ownerSchema>;

/** What a shell's release brings for the documents made from it. */
export interface ShellParts {
  template: string;
  /** Releases from before there was such a file have none. */
  owner: Owner | undefined;
}

/** How to get the parts of a shell's release. */
export type PartsOf = (shell: LiveRelease) => Promise<ShellParts>;

/** The live shell, the one before, and previews. */
const max = 8;

/** The parts of shells, each read once. */
export function cacheShellParts(): PartsOf {
  const cache = new LRUCache<string, Promise<ShellParts>>({ max });
  return (shell) => {
    // In development the id stays the same, but each request has a time of its own.
    const key = `${shell.id} ${shell.createdAt}`;
    const known = cache.get(key);
    if (known) return known;
    const parts = readParts(shell.folder);
    cache.set(key, parts);
    // What could not be read is read again by the next request.
    parts.catch(() => cache.delete(key));
    return parts;
  };
}

async function readParts(folder: string): Promise<ShellParts> {
  const [template, owner] = await Promise.all([
    readFile(path.join(folder, 'document.html'), 'utf8'),
    readOwner(folder),
  ]);
  return { template, owner };
}

/** In a release the file lies beside the document, in the sources (development) with the kit. */
const places = ['owner.json', 'kit/owner.json'];

async function readOwner(folder: string): Promise<Owner | undefined> {
  for (const place of places) {
    try {
      return ownerSchema.parse(JSON.parse(await readFile(path.join(folder, place), 'utf8')));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return undefined;
}
