import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const manifestSchema = z.object({
  name: z.string(),
  /** What it asks of the shell: package and range. */
  peerDependencies: z.record(z.string(), z.string()).optional(),
  /** The most its scripts may weigh; see `byte-budget.ts`. */
  budget: z.object({ scripts: z.number(), laterScripts: z.number().optional() }).optional(),
});

/** What the `package.json` of a section or the shell says to a deploy. */
export async function readManifest(source: string): Promise<z.infer<typeof manifestSchema>> {
  const text = await readFile(path.join(source, 'package.json'), 'utf8');
  return manifestSchema.parse(JSON.parse(text));
}
