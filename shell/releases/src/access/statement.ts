import { z } from 'zod';
import { frameName } from '../markup/prerendered-pages.ts';
import { printable } from '../release/read-release.ts';
import { idOf, most, parseRef, releaseId, releaseName, releaseSchema } from '../release/release.ts';
import { refusePublish } from './errors.ts';

/** A description, the list of its pages, and a few words. */
export const mostStatementBytes = most.descriptionBytes + 128 * 1024;

const asked = {
  /** Where it counts: a key may be known to two sites, a try-out and the real one. */
  site: z.url({ protocol: /^https?$/ }).max(300),
  section: releaseName,
  /**
   * Higher in every statement of a key, so that none counts twice, and not beyond the clock: its
   * milliseconds since 1970, or the next number.
   */
  counter: z.int().min(1),
  expires: z.iso.datetime().max(40),
};

const common = {
  ...asked,
  release: releaseId,
  /** What the signer saw live; `null` for nothing. Another deploy may have been faster. */
  live: releaseId.nullable(),
};

const mostFrames = 4;

/** A shell and its navigation, without the page that is below a section's own. */
const framesOf = (pages: object) => new Set(Object.keys(pages).map((name) => name.split('.')[0]));

const pagesSchema = z
  .record(
    frameName,
    z.object({
      bytes: z.int().min(1).max(2_000_000),
      integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
    }),
  )
  .refine((pages) => framesOf(pages).size <= mostFrames, `are of more than ${mostFrames} frames`)
  .refine((pages) => Object.keys(pages).length <= mostFrames * (1 + most.pages), 'are too many');

/** A release of a section, such as `home@0123456789ab`. */
const sectionRef = z.string().refine((text) => (parseRef(text)?.name ?? 'shell') !== 'shell');

const publishSchema = z
  .strictObject({
    does: z.literal('publish'),
    ...common,
    isPreview: z.boolean(),
    /** `release.json`, with every file, its size and its hash. */
    description: releaseSchema,
    /** The prerendered pages by their frame: a file each. */
    pages: pagesSchema,
    /**
     * Of a shell: the pages of sections under it, which are drawn by nothing but this shell. By the
     * release that they are made of.
     */
    sectionPages: z
      .record(sectionRef, pagesSchema)
      .refine((pages) => Object.keys(pages).length <= 100, 'are of more than 100 releases')
      .optional(),
  })
  .refine(
    ({ section, release, sectionPages = {} }) =>
      Object.values(sectionPages)
        .flatMap(Object.keys)
        .every((frame) => section === 'shell' && frame.startsWith(`${release}-`)),
    { path: ['sectionPages'], message: 'are those of another shell' },
  )
  .refine(({ isPreview, sectionPages = {} }) => !isPreview || isEmpty(sectionPages), {
    path: ['sectionPages'],
    message: 'are not taken with a preview',
  })
  .refine(({ description, section }) => description.name === section, {
    path: ['description', 'name'],
    message: 'is not the section',
  })
  .refine(
    ({ description, release }) => description.id === release && idOf(description) === release,
    { path: ['release'], message: 'is not the hash of its description' },
  );

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

const statementSchema = z.discriminatedUnion('does', [
  publishSchema,
  z.strictObject({ does: z.literal('activate'), ...common }),
  z.strictObject({ does: z.literal('roll back'), ...common }),
  z.strictObject({
    does: z.literal('list'),
    ...asked,
    /** What its releases threw in browsers is told as well. */
    withFaults: z.literal(true).optional(),
  }),
]);

/** What a team wants done or told, as it signs it. */
export type Statement = z.infer<typeof statementSchema>;

/** What changes the store or what is live. */
export type Change = Exclude<Statement, { does: 'list' }>;

/** The statement that brings a release. */
export type Publish = Extract<Statement, { does: 'publish' }>;

/** The file of a release or of its pages, by content. */
export type Place = Publish['pages'][string];

/** Every file of pages in a statement, with what it belongs to. */
export function pagesIn({ section, release, pages, sectionPages = {} }: Publish) {
  const all = { ...sectionPages, [`${section}@${release}`]: pages };
  return Object.entries(all).flatMap(([text, byFrame]) => {
    const ref = parseRef(text);
    const frames = Object.entries(byFrame);
    return ref ? frames.map(([frame, place]) => ({ ...ref, frame, place })) : [];
  });
}

/** A hash as the name of a file and a part of an address: base64 has slashes. */
export function hashName({ integrity }: Pick<Place, 'integrity'>): string {
  return Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
}

/**
 * Reads the bytes of a statement, whose signature was verified before.
 * @throws PublishRefusedError
 */
export function readStatement(bytes: Buffer): Statement {
  const read = statementSchema.safeParse(parseJson(bytes));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refusePublish.badStatement(printable(`${issue?.path.join('.')} ${issue?.message}`));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw refusePublish.badStatement('it is no JSON');
  }
}
