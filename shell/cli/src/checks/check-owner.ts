import path from 'node:path';
import { icons } from '@portfolio/contract/pages.ts';
import { isMissing } from '@portfolio/releases/store/replace-file.ts';
import { z } from 'zod';
import { readText } from '../project/manifest.ts';

const ownerFile = 'kit/owner.json';

const address = z.url({
  protocol: /^https?$/,
  error: 'a whole address, such as https://example.com',
});

const ownerSchema = z.object({
  name: z.string().trim().min(1),
  place: z.string(),
  availability: z.enum(['open', 'busy']),
  phone: z.string(),
  email: z.email(),
  profiles: z.array(z.object({ label: z.string().min(1), url: address, icon: z.enum(icons) })),
  repository: z.union([z.literal(''), address], 'a whole address, or ""'),
  language: z.string(),
  timeZone: z.string().refine(isTimeZone, 'a time zone, such as Europe/Berlin'),
  imprint: z.string(),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Checks the owner's details. @returns a sentence for each fault */
export function checkOwner(shell: string): string[] {
  try {
    const { error } = ownerSchema.safeParse(JSON.parse(readText(path.join(shell, ownerFile))));
    return (error?.issues ?? []).map(
      (issue) => `${ownerFile}: "${issue.path.join('.')}": ${issue.message}.`,
    );
  } catch (error) {
    if (isMissing(error)) return [`${ownerFile} is missing: it says whose site it is.`];
    return [`${ownerFile} is no JSON: ${(error as Error).message}.`];
  }
}
