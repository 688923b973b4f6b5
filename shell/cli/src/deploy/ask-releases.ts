import type { KeyObject } from 'node:crypto';
import { originsSchema } from '@portfolio/releases/release/origins.ts';
import { z } from 'zod';
import { type Site, sendStatement, unexpectedAnswer } from './remote-site.ts';

const places = ['live', 'previous', 'older', 'rolled back', 'retired', 'preview'] as const;

/** What a site answers is untrusted: printed without control characters, and an age is a number. */
const answerSchema = z.object({
  isPreviewOnly: z.boolean(),
  releases: z.array(
    z.looseObject({
      name: z.string(),
      id: z.string(),
      is: z.enum(places),
      createdAt: z.iso.datetime(),
      commit: z.string(),
      bytes: z.number(),
      stored: z.number(),
      failed: z.number().exactOptional(),
      origins: originsSchema.exactOptional(),
    }),
  ),
  faults: z
    .array(
      z.object({
        name: z.string(),
        id: z.string(),
        visitors: z.int(),
        lastAt: z.int(),
        message: z.string(),
        lines: z.array(z.string()),
      }),
    )
    .optional(),
});

/**
 * Asks a site for the releases of a section. It says within a moment what a key may do: a wrong one,
 * another site's, or one of another section is refused before anything is built.
 * @throws NotPossibleError with the words of the site
 */
export async function askReleases(
  site: Site,
  privateKey: KeyObject,
  section: string,
  { withFaults }: { withFaults?: true } = {},
): Promise<z.infer<typeof answerSchema>> {
  const asked = { does: 'list' as const, section, ...(withFaults && { withFaults }) };
  const { says } = await sendStatement(site, privateKey, asked);
  const read = answerSchema.safeParse(says);
  if (!read.success)
    throw unexpectedAnswer(site, `does not say which releases of ${section} it has`);
  return read.data;
}
