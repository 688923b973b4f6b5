import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '@portfolio/releases';
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

/** In a release the file lies beside the document, in the sources (development) with the kit. */
const places = ['owner.json', 'kit/owner.json'];

/** Whose site it is, by the shell's release; releases from before the file came have none. */
export async function readOwner(shellFolder: string): Promise<Owner | undefined> {
  for (const place of places) {
    try {
      const text = await readFile(path.join(shellFolder, place), 'utf8');
      return ownerSchema.parse(JSON.parse(text));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return undefined;
}
