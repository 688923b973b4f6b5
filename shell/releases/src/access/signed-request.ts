import { z } from 'zod';
import { releaseLimits } from '../release/limits.ts';
import { idOf, printable, releaseId, releaseName, releaseSchema } from '../release/release.ts';

/** The server refuses a signed request or an upload; the message says what to do. */
export class PublishRefusedError extends Error {
  override name = 'PublishRefusedError';
  readonly status: number;
  /** Data for programs, such as the highest nonce so far. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The bound of a description with its request. */
export const mostRequestBytes = releaseLimits.descriptionBytes + 4 * 1024;

const requestFields = {
  /** The only site that accepts the request: a key may belong to two, such as a test site and the real one. */
  site: z.url({ protocol: /^https?$/ }).max(300),
  /** The shell's code renders on the server, so the owner alone deploys it. */
  section: releaseName.refine((name) => name !== 'shell', 'is the shell, which no key opens'),
  /**
   * Higher in every request of a key, so that none counts twice: milliseconds since 1970, or the next number after
   * the last.
   */
  nonce: z.int().min(1),
  expires: z.iso.datetime().max(40),
};

const changeFields = {
  ...requestFields,
  release: releaseId,
  /** The live release that the signer saw, or `null`. Another deploy may have been faster. */
  live: releaseId.nullable(),
};

const publishSchema = z
  .strictObject({
    does: z.literal('publish'),
    ...changeFields,
    isPreview: z.boolean(),
    description: releaseSchema,
  })
  .refine(({ description, section }) => description.name === section, {
    path: ['description', 'name'],
    message: 'is not the section',
  })
  .refine(
    ({ description, release }) => description.id === release && idOf(description) === release,
    { path: ['release'], message: 'is not the hash of its description' },
  );

const requestSchema = z.discriminatedUnion('does', [
  publishSchema,
  z.strictObject({ does: z.literal('roll back'), ...changeFields }),
  z.strictObject({ does: z.literal('retire'), ...changeFields }),
  z.strictObject({
    does: z.literal('list'),
    ...requestFields,
    /** Also lists errors that browsers reported. */
    withFaults: z.literal(true).optional(),
  }),
  z.strictObject({
    does: z.literal('read'),
    ...requestFields,
    release: releaseId,
    /** A file such as a source map, which visitors do not get. */
    file: z.string().max(200),
  }),
]);

export type SignedRequest = z.infer<typeof requestSchema>;

/** A request that changes the store or what is live. */
export type ChangeRequest = Exclude<SignedRequest, { does: 'list' | 'read' }>;

export type PublishRequest = Extract<SignedRequest, { does: 'publish' }>;

/** Parses a request whose signature is verified. @throws PublishRefusedError */
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
