import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '@portfolio/releases/folder/missing.ts';
import { z } from 'zod';

const file = 'kit/owner.json';
const left = 'or "" where there is none';

const named = { error: 'your name' };
const address = { error: `a whole address, such as https://www.example.com/me, ${left}` };

const profile = z
  .string(address)
  .refine((text) => text === '' || /^https?:\/\/./.test(text), address);

const ownerSchema = z.object({
  name: z.string(named).trim().min(1, named),
  place: z.string({ error: `where you are, ${left}` }),
  availability: z.enum(['open', 'busy'], { error: '"open" or "busy"' }),
  phone: z.string({ error: `a number in quotes, ${left}` }),
  email: z.email({ error: 'your e-mail address: it is shown where nothing else works' }),
  gameProfile: profile,
  codeProfile: profile,
  imprint: z.string({ error: `the address the law asks for, ${left}` }),
});

/**
 * Reads whose site it is, as the shell's folder says.
 * @returns a sentence for each detail that cannot be shown
 */
export async function checkOwner(shell: string): Promise<string[]> {
  try {
    const details = JSON.parse(await readFile(path.join(shell, file), 'utf8'));
    const { error } = ownerSchema.safeParse(details);
    return (error?.issues ?? []).map(
      (issue) => `${file}: "${issue.path.join('.')}" has to be ${issue.message}.`,
    );
  } catch (error) {
    if (error instanceof SyntaxError) return [`${file} is no JSON: ${error.message}.`];
    if (isMissing(error)) return [`${file} is missing: it says whose site it is.`];
    throw error;
  }
}
