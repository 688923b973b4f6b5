import { verify } from 'node:crypto';
import { z } from 'zod';
import { layoutName, mostPageBytes } from '../release/parse-pages.ts';
import {
  idOf,
  most,
  parseRef,
  printable,
  releaseId,
  releaseName,
  releaseSchema,
} from '../release/release.ts';
import type { Store } from '../store/store.ts';
import { isOfSmallOrder, type Key, publicKeyOf, readKeys } from './team-keys.ts';

/** A signed request or an upload that the server does not take; the message says what to do. */
export class PublishRefusedError extends Error {
  override name = 'PublishRefusedError';
  /** Of the answer over HTTP. */
  readonly status: number;
  /** What a program needs to go on by itself, such as the highest nonce so far. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** Of what a request claims, only what can be a part of a key's id is repeated. */
export function unknownKey(claimed: string): PublishRefusedError {
  const id = claimed.slice(0, 16).replace(/[^\w]/g, '?');
  return new PublishRefusedError(
    401,
    `The key "${id}" is none of this site's. The owner adds its public half with: npm run keys -- add <section> <file>.pub`,
  );
}

export function previewOnly(keyId: string): PublishRefusedError {
  return new PublishRefusedError(
    403,
    `The key ${keyId} may only publish previews. Add --preview, or ask the owner.`,
  );
}

/** A description, the list of its pages, and a few words. */
export const mostRequestBytes = most.descriptionBytes + 128 * 1024;

const asked = {
  /** Where it counts: a key may be known to two sites, a try-out and the real one. */
  site: z.url({ protocol: /^https?$/ }).max(300),
  section: releaseName,
  /**
   * Higher in every request of a key, so that none counts twice, and not beyond the clock: its
   * milliseconds since 1970, or the next number.
   */
  nonce: z.int().min(1),
  expires: z.iso.datetime().max(40),
};

const common = {
  ...asked,
  release: releaseId,
  /** What the signer saw live; `null` for nothing. Another deploy may have been faster. */
  live: releaseId.nullable(),
};

const mostLayouts = 4;

/** A shell and its navigation, without the page that is below a section's own. */
const layoutsOf = (pages: object) => new Set(Object.keys(pages).map((name) => name.split('.')[0]));

const pagesSchema = z
  .record(
    layoutName,
    z.object({
      bytes: z.int().min(1).max(mostPageBytes),
      integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
    }),
  )
  .refine(
    (pages) => layoutsOf(pages).size <= mostLayouts,
    `are of more than ${mostLayouts} layouts`,
  )
  .refine((pages) => Object.keys(pages).length <= mostLayouts * (1 + most.pages), 'are too many');

/** A release of a section, such as `home@0123456789ab`. */
const sectionRef = z.string().refine((text) => (parseRef(text)?.name ?? 'shell') !== 'shell');

const publishSchema = z
  .strictObject({
    does: z.literal('publish'),
    ...common,
    isPreview: z.boolean(),
    /** The release, with every file, its size and its hash. */
    description: releaseSchema,
    /** The prerendered pages by their layout: a file each. */
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
        .every((layout) => section === 'shell' && layout.startsWith(`${release}-`)),
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

const requestSchema = z.discriminatedUnion('does', [
  publishSchema,
  z.strictObject({ does: z.literal('activate'), ...common }),
  z.strictObject({ does: z.literal('roll back'), ...common }),
  z.strictObject({
    does: z.literal('list'),
    ...asked,
    /** With what its releases threw in browsers. */
    withFaults: z.literal(true).optional(),
  }),
  z.strictObject({
    does: z.literal('read'),
    ...asked,
    release: releaseId,
    /** Such as a source map, which visitors do not get. */
    file: z.string().max(200),
  }),
]);

/** What a team wants done or wants to know, as it signs it. */
export type SignedRequest = z.infer<typeof requestSchema>;

/** What changes the store or what is live. */
export type ChangeRequest = Exclude<SignedRequest, { does: 'list' | 'read' }>;

/** The request that brings a release. */
export type PublishRequest = Extract<SignedRequest, { does: 'publish' }>;

/** Every file of pages that a request announces, with what it belongs to. */
export function pagesIn({ section, release, pages, sectionPages = {} }: PublishRequest) {
  const all = { ...sectionPages, [`${section}@${release}`]: pages };
  return Object.entries(all).flatMap(([text, byLayout]) => {
    const ref = parseRef(text);
    const layouts = Object.entries(byLayout);
    return ref ? layouts.map(([layout, content]) => ({ ...ref, layout, content })) : [];
  });
}

/** Parses the bytes of a request whose signature was verified before. @throws PublishRefusedError */
export function readRequest(bytes: Uint8Array): SignedRequest {
  const read = requestSchema.safeParse(parseJson(bytes));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw unreadable(printable(`${issue?.path.join('.')} ${issue?.message}`));
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw unreadable('it is no JSON');
  }
}

function unreadable(reason: string): PublishRefusedError {
  return new PublishRefusedError(
    400,
    `The request cannot be read: ${reason}. Bring the command line to the version of the site.`,
  );
}

/** As it is received, before anything in it is verified. */
export interface ReceivedRequest {
  /** The id of the key it claims to be signed with. */
  keyId: string;
  /** In base64. */
  signature: string;
  bytes: Buffer;
}

const minute = 60_000;

/** How long a request may be valid, and by how much two clocks may differ. */
const validMs = 10 * minute;
const skewMs = 3 * minute;

/**
 * Whose signature this is. Before it is known, nothing that was signed is looked at.
 * @throws PublishRefusedError
 */
export function verifySignature(
  keys: readonly Key[],
  { keyId, signature, bytes }: ReceivedRequest,
): Key {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw unknownKey(keyId);
  const signed = Buffer.from(signature, 'base64');
  const publicKey = publicKeyOf(key);
  // One of small order was added before they were refused.
  const isRight = !isOfSmallOrder(publicKey) && signed.length === 64;
  if (!isRight || !verify(null, bytes, publicKey, signed))
    throw new PublishRefusedError(
      401,
      'The signature is not that of this key over these bytes. Deploy again.',
    );
  return key;
}

/**
 * Whether a key may say that now, on this site. The nonce and what is live are looked at when it is
 * carried out.
 * @throws PublishRefusedError
 */
export function refuseUnlessOpened(
  key: Key,
  request: SignedRequest,
  { site, now = new Date() }: { site?: string | undefined; now?: Date | undefined } = {},
): void {
  refuseUnlessAllowed(key, request, now);
  if (site && request.site !== site)
    throw new PublishRefusedError(
      403,
      `The request is for ${request.site}, and this is ${site}. Publish with --to ${site}`,
    );
  const left = Date.parse(request.expires) - now.getTime();
  if (left < -skewMs || left > validMs + skewMs)
    throw wrongTime('has expired, or is valid for too long', now);
  // The next one has to be higher, so a stolen key could otherwise lock its owner out for ever.
  if (request.nonce > now.getTime() + validMs + skewMs)
    throw wrongTime('has a number of a time that is still to come', now);
}

function wrongTime(what: string, now: Date): PublishRefusedError {
  return new PublishRefusedError(
    401,
    `The request ${what}. Here it is ${now.toISOString()}: set your clock, and deploy again.`,
    { now: now.toISOString() },
  );
}

/**
 * What the owner may have changed since a request was signed: asked again at every step of an
 * upload, which may take a day.
 * @throws PublishRefusedError when the key has ended or does not open this
 */
function refuseUnlessAllowed(key: Key, request: SignedRequest, now = new Date()): void {
  const { id, until, sections, isPreviewOnly } = key;
  if (until && now.getTime() >= Date.parse(until) + 24 * 60 * minute)
    throw new PublishRefusedError(
      401,
      `The key ${id} ended with ${until}. Ask the owner for a new one to be added.`,
    );
  if (!sections.includes(request.section))
    throw new PublishRefusedError(
      403,
      `The key ${id} opens ${sections.join(' and ')}, not ${request.section}.`,
    );
  const isPreview = request.does === 'publish' && request.isPreview;
  const isChange = request.does !== 'list' && request.does !== 'read';
  if (isPreviewOnly && isChange && !isPreview) throw previewOnly(id);
}

/** The same by the keys of this moment. @throws PublishRefusedError */
export async function refuseUnlessStillAllowed(
  store: Store,
  { keyId, request }: { keyId: string; request: SignedRequest },
): Promise<void> {
  const key = (await readKeys(store)).find(({ id }) => id === keyId);
  if (!key) throw unknownKey(keyId);
  refuseUnlessAllowed(key, request);
}

/**
 * Counts a request of a key, once and for all, also when it is refused later.
 * @throws PublishRefusedError with the highest nonce so far
 */
export async function useNonce({ facts }: Store, keyId: string, nonce: number): Promise<void> {
  const used = await facts.run(
    `INSERT INTO used_nonces (id, highest) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET highest = excluded.highest
    WHERE used_nonces.highest < excluded.highest
    RETURNING highest`,
    [keyId, nonce],
  );
  if (used.length > 0) return;
  const [row] = await facts.run<{ highest: number }>(
    'SELECT highest FROM used_nonces WHERE id = $1',
    [keyId],
  );
  throw new PublishRefusedError(
    409,
    'This request, or a later one of the same key, was here already.',
    { highest: row?.highest ?? 0 },
  );
}
