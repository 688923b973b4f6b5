import { defaultPage } from '@portfolio/contract';
import { z } from 'zod';

/** Names of shell and sections: a folder and a part of an address. */
export const releaseName = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/);

/** Derived from the content, so that the same content deployed twice is one release. */
export const releaseId = z.string().regex(/^[0-9a-f]{12}$/);

/** `release.json`, the contract of an immutable release folder. */
export const releaseSchema = z.object({
  name: releaseName,
  id: releaseId,
  createdAt: z.iso.datetime(),
  /** The commit it was built from, with `+` when the sources differed from it; empty outside git. */
  commit: z.string(),
  /** Every file by its path, with its size in bytes and its Subresource Integrity hash. */
  files: z.record(z.string(), z.object({ bytes: z.number(), integrity: z.string() })),
  /** The path of the script the browser starts with. */
  entry: z.string(),
  /** What it needs from the shell: package and range. */
  requires: z.record(z.string(), z.string()),
  /** Where its page stands in the site. A section that says nothing stands at its own name. */
  page: z
    .object({ path: z.string(), order: z.number(), label: z.string(), icon: z.string() })
    .optional(),
  /** What it offers to the sections: package and version. Only the shell does. */
  provides: z.record(z.string(), z.string()).optional(),
});

/** What `release.json` says. */
export type Release = z.infer<typeof releaseSchema>;

/** The path of the page that a release of a section brings. */
export function pathOf({ name, page }: Pick<Release, 'name' | 'page'>): string {
  return (page ?? defaultPage(name)).path;
}

/** The address of a release's folder on the site, with a slash at the end. */
export function releaseBase({ name, id }: Pick<Release, 'name' | 'id'>): string {
  return `/releases/${name}/${id}/`;
}
