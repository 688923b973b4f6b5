import { z } from 'zod';

/** What a page does with another origin: `frame` is the directive `frame-src` of a content policy. */
export const uses = ['connect', 'frame', 'img', 'media'] as const;

/** What is wrong with an origin stands in a sentence about it. */
export const originRule =
  'a whole origin such as https://api.example.com, without a path or a wildcard (http:// for localhost alone)';

/** Together with their length below what a proxy takes of headers. */
export const mostOrigins = 12;

/** Nothing in such a text can end a directive or begin another source. */
const pattern = /^(https:\/\/[a-z0-9.-]{1,100}|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

const origin = z
  .string()
  .refine((text) => pattern.test(text) && URL.parse(text)?.origin === text, `is not ${originRule}`);

const origins = z.array(origin).min(1).max(mostOrigins).optional();

/** The origins that the pages of a section reach, by what they do with them. */
export const originsSchema = z
  .strictObject({ connect: origins, frame: origins, img: origins, media: origins })
  .refine(
    (all) => Object.values(all).flat().length <= mostOrigins,
    `are more than ${mostOrigins} origins`,
  );

/** Such as `{ connect: ['https://api.example.com'] }`. */
export type Origins = z.infer<typeof originsSchema>;

/** Each as it is granted, such as `connect=https://api.example.com`. */
export function listOrigins(origins: Origins = {}): string[] {
  return uses.flatMap((use) => (origins[use] ?? []).map((each) => `${use}=${each}`));
}

/** Reads such a list; what is none of it is left out, and each is there once. */
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

/** What the owner allows a section beyond what all sections may. */
export interface Allowance {
  origins?: Origins | undefined;
  /** What its first script may weigh, in bytes as they are sent. */
  scripts?: number | undefined;
}

/** Allowances by section, as one site tells another. */
export const allowancesSchema = z.record(
  z.string(),
  z.object({ origins: originsSchema.optional(), scripts: z.int().min(1).optional() }),
);
