import { z } from 'zod';

/** The uses of another origin, such as `frame` for the directive `frame-src`. */
export const uses = ['connect', 'frame', 'img', 'media'] as const;

/** The form of an origin, for sentences about a wrong one. */
export const originRule =
  'a whole origin such as https://api.example.com, without a path or a wildcard (http:// for localhost alone)';

/** Twelve of the longest origins stay below the bounds of proxies for headers. */
export const mostOrigins = 12;

/** Such a text cannot end a directive or start another source. */
const pattern = /^(https:\/\/[a-z0-9.-]{1,100}|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

const origin = z
  .string()
  .refine((text) => pattern.test(text) && URL.parse(text)?.origin === text, `is not ${originRule}`);

const origins = z.array(origin).min(1).max(mostOrigins).optional();

/** The origins that the pages of a section request, by use. */
export const originsSchema = z
  .strictObject({ connect: origins, frame: origins, img: origins, media: origins })
  .refine(
    (all) => Object.values(all).flat().length <= mostOrigins,
    `are more than ${mostOrigins} origins`,
  );

/** Origins by use, such as `{ connect: ['https://api.example.com'] }`. */
export type Origins = z.infer<typeof originsSchema>;

/** Lists origins as in commands, such as `connect=https://api.example.com`. */
export function listOrigins(origins: Origins = {}): string[] {
  return uses.flatMap((use) => (origins[use] ?? []).map((each) => `${use}=${each}`));
}

/** Parses a list of `listOrigins`, without duplicates and invalid entries. */
export function readOrigins(list: readonly string[]): Origins {
  const read: Origins = {};
  for (const use of uses) {
    const of = list.filter((each) => each.startsWith(`${use}=`));
    if (of.length > 0)
      read[use] = [...new Set(of.map((each) => each.slice(use.length + 1)))].sort();
  }
  return read;
}

export function commonOrigins(some: Origins | undefined, others: Origins | undefined): Origins {
  const granted = listOrigins(others);
  return readOrigins(listOrigins(some).filter((each) => granted.includes(each)));
}

/** What the owner allows a section in addition to the rights of all sections. */
export interface Allowance {
  origins?: Origins | undefined;
  /** The most compressed bytes of its first scripts. */
  scripts?: number | undefined;
}

/** Allowances by section, in the answer of a site. */
export const allowancesSchema = z.record(
  z.string(),
  z.object({ origins: originsSchema.optional(), scripts: z.int().min(1).optional() }),
);
