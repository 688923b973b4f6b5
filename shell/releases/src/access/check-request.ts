import { verify } from 'node:crypto';
import type { Store } from '../store/store.ts';
import { PublishRefusedError, type SignedRequest } from './signed-request.ts';
import { type Key, publicKeyOf, readKeys } from './team-keys.ts';

/** The refusal of an unknown key; repeats only characters that an id may have. */
export function unknownKey(claimed: string): PublishRefusedError {
  const id = claimed.slice(0, 16).replace(/[^\w]/g, '?');
  return new PublishRefusedError(
    401,
    `The key "${id}" is none of this site's. The owner adds its public half with: npx portfolio keys add <section> <file>.pub`,
  );
}

/** @throws PublishRefusedError for an unknown key */
function findKey(keys: readonly Key[], keyId: string): Key {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw unknownKey(keyId);
  return key;
}

export function previewOnly(keyId: string): PublishRefusedError {
  return new PublishRefusedError(
    403,
    `The key ${keyId} may only publish previews. Add --preview to a deploy, or ask the owner.`,
  );
}

export interface ReceivedRequest {
  /** The claimed id of the key. */
  keyId: string;
  signature: string;
  bytes: Buffer;
}

const minute = 60_000;

/** How long a request may be valid, and how far two clocks may differ. */
const validMs = 10 * minute;
const skewMs = 3 * minute;

/**
 * Verifies a signature before the request is parsed.
 * @throws PublishRefusedError
 */
export function verifySignature(
  keys: readonly Key[],
  { keyId, signature, bytes }: ReceivedRequest,
): Key {
  const key = findKey(keys, keyId);
  const signed = Buffer.from(signature, 'base64');
  const publicKey = publicKeyOf(key);
  const isRight = signed.length === 64 && verify(null, bytes, publicKey, signed);
  if (!isRight)
    throw new PublishRefusedError(
      401,
      'The signature is not that of this key over these bytes. Deploy again.',
    );
  return key;
}

/**
 * Refuses a request that its key does not allow, or that is for another site or time. The nonce and what is live
 * are checked later.
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
  // The next nonce has to be higher, so a thief of the key could otherwise lock its owner out for ever.
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
 * Refuses a request that its key does not allow. Called at every step of an upload, as the owner may change the key
 * meanwhile.
 * @throws PublishRefusedError
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
  const isForbidden = isPreviewOnly && isChange && !isPreview;
  if (isForbidden) throw previewOnly(id);
}

/** Checks a request against the current keys. @throws PublishRefusedError */
export async function refuseUnlessStillAllowed(
  store: Store,
  { keyId, request }: { keyId: string; request: SignedRequest },
): Promise<void> {
  refuseUnlessAllowed(findKey(await readKeys(store), keyId), request);
}

/**
 * Uses up a nonce, even if the request is refused later.
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
  const highest = row?.highest ?? 0;
  throw new PublishRefusedError(
    409,
    `This request, or a later one of the same key, was here already. Sign it again with a nonce above ${highest}.`,
    { highest },
  );
}
