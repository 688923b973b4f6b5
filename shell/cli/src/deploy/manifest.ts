import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing, refuse } from '@portfolio/releases';
import { z } from 'zod';

const manifestSchema = z.object({
  name: z.string(),
  /** What it asks of the shell: package and range. */
  peerDependencies: z.record(z.string(), z.string()).optional(),
  /** The most its scripts may weigh; see `byte-budget.ts`. */
  budget: z.object({ scripts: z.number(), laterScripts: z.number().optional() }).optional(),
});

/**
 * What the `package.json` of a section or the shell says to a deploy.
 * @throws ReleaseRefusedError when there is none, or what it says cannot be used.
 */
export async function readManifest(source: string): Promise<z.infer<typeof manifestSchema>> {
  try {
    const text = await readFile(path.join(source, 'package.json'), 'utf8');
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw refuse.badManifest(source, faultOf(error));
  }
}

function faultOf(error: unknown): string {
  if (isMissing(error)) return 'is missing: it says what the section is called and what it needs';
  if (!(error instanceof z.ZodError)) return `cannot be read: ${(error as Error).message}`;
  const faults = error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
  return `is not right: ${faults.join('; ')}`;
}
