import type { LiveRelease } from '@portfolio/releases/live/live-release.ts';
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
  /** Releases from before there was such a file have none; what cannot be read is none either. */
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
    const parts = readParts(shell);
    cache.set(key, parts);
    // What could not be read is read again by the next request.
    parts.catch(() => cache.delete(key));
    return parts;
  };
}

async function readParts(shell: LiveRelease): Promise<ShellParts> {
  const [template, owner] = await Promise.all([
    shell.read('document.html'),
    shell.read('owner.json'),
  ]);
  return {
    template: String(template),
    owner: owner && readOwner(owner),
  };
}

/** Without it a page names nobody, but can be read. */
function readOwner(text: Buffer): Owner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}
