import { verify } from 'node:crypto';
import { refusePublish } from './errors.ts';
import { isOfSmallOrder } from './key-pair.ts';
import { type Key, publicKeyOf } from './keys.ts';
import type { Statement } from './statement.ts';

/** As it comes over the line: nothing in it is believed. */
export interface Signed {
  /** The id of the key it claims to be signed with. */
  keyId: string;
  /** In base64. */
  signature: string;
  bytes: Buffer;
}

const minute = 60_000;

/** Where and when a statement is looked at. */
interface Here {
  /** The address of this site, where it knows its own. */
  site?: string | undefined;
  now?: Date | undefined;
}

/** How long a statement may be valid, and by how much two clocks may differ. */
const validMs = 10 * minute;
const skewMs = 3 * minute;

/**
 * Whose signature this is. Before it is known, nothing that was signed is looked at.
 * @throws PublishRefusedError
 */
export function verifySignature(keys: readonly Key[], { keyId, signature, bytes }: Signed): Key {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw refusePublish.unknownKey(keyId.slice(0, 16).replace(/[^\w]/g, '?'));
  const signed = Buffer.from(signature, 'base64');
  const publicKey = publicKeyOf(key);
  // One that was added before they were refused.
  if (isOfSmallOrder(publicKey)) throw refusePublish.badSignature();
  if (signed.length !== 64 || !verify(null, bytes, publicKey, signed))
    throw refusePublish.badSignature();
  return key;
}

/**
 * Asks whether a key may say that, here and now. The counter and what is live are looked at when it is
 * carried out.
 * @throws PublishRefusedError
 */
export function refuseUnlessOpened(
  key: Key,
  statement: Statement,
  { site, now = new Date() }: Here = {},
): void {
  refuseUnlessAllowed(key, statement, now);
  if (site && statement.site !== site) throw refusePublish.otherSite(statement.site, site);
  const left = Date.parse(statement.expires) - now.getTime();
  if (left < -skewMs || left > validMs + skewMs) throw refusePublish.wrongTime(now);
  // The next one has to be higher: who stole a key could else count its owner out for ever.
  if (statement.counter > now.getTime() + validMs + skewMs) throw refusePublish.counterAhead(now);
}

/**
 * What the owner may have changed since a statement was signed: asked again at every step of an
 * upload, which may take a day.
 * @throws PublishRefusedError when the key has ended or does not open this
 */
export function refuseUnlessAllowed(key: Key, statement: Statement, now = new Date()): void {
  const { id, until, sections, isPreviewOnly } = key;
  if (until && now.getTime() >= Date.parse(until) + 24 * 60 * minute)
    throw refusePublish.keyEnded(id, until);
  if (!sections.includes(statement.section))
    throw refusePublish.otherSection(id, statement.section, sections);
  const isPreview = statement.does === 'publish' && statement.isPreview;
  if (isPreviewOnly && !isPreview && statement.does !== 'list') throw refusePublish.previewOnly(id);
}
