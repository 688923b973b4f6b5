import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { icons, type PageDeclaration } from '@portfolio/contract/pages.ts';
import { originsSchema, pageSchema } from '@portfolio/releases/release/release.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import { z } from 'zod';

/** Reads a text file without the byte order mark that some editors write. */
export function readText(file: string): string {
  return new TextDecoder().decode(readFileSync(file));
}

/** Writes a file into a folder, by its path there. */
export async function writeInto(
  folder: string,
  file: string,
  content: string | Uint8Array,
): Promise<void> {
  const place = path.join(folder, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
}

const manifestSchema = z.object({
  name: z.string(),
  /** The ranges of shared packages that the shell has to provide. */
  peerDependencies: z.record(z.string(), z.string()).optional(),
  /** The section's page; missing fields follow from the name. */
  page: z
    .strictObject({
      ...pageSchema.shape,
      icon: z.enum(icons, { error: ({ input }) => unknownIcon(input) }),
    })
    .exactPartial()
    .optional(),
  /** The origins that its pages request; the site's CONNECT_ORIGINS has to name them. */
  origins: originsSchema.optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

function unknownIcon(icon: unknown): string {
  return `${JSON.stringify(icon)} is no icon the shell draws; choose one of ${icons.join(', ')}`;
}

/** Reads the `package.json` of a section or the shell. @throws RefusedError if it is invalid */
export async function readManifest(source: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(readText(path.join(source, 'package.json'))));
  } catch (error) {
    throw refused(source, faultOf(error));
  }
}

/** The page that a section's manifest declares. @throws RefusedError if the site cannot have it */
export function pageOf(name: string, source: string, { page }: Manifest): PageDeclaration {
  const usual = {
    path: `/${name}`,
    order: 100,
    label: `${name}.document.title`,
    icon: 'panel-top',
  };
  const { data, error } = pageSchema.safeParse({ ...usual, ...page });
  if (data) return data;
  throw refused(source, faultOf(error));
}

function refused(source: string, fault: string): RefusedError {
  return new RefusedError(`The package.json in ${source} ${fault}.`);
}

function faultOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return `cannot be read: ${(error as Error).message}`;
  const faults = error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
  return `is not right: ${faults.join('; ')}`;
}
