import { verify } from 'node:crypto';
import { type Key, publicKeyOf } from './keys.ts';
import { refusePublish } from './publish-errors.ts';
import { readStatement, type Statement } from './statement.ts';

/** As it comes over the line: nothing in it is believed. */
export interface Signed {
  /** The id of the key it claims to be signed with. */
  keyId: string;
  /** In base64. */
  signature: string;
  bytes: Buffer;
}

const minute = 60_000;

/** How long a statement may be valid, and by how much two clocks may differ. */
const validMs = 10 * minute;
const skewMs = 3 * minute;

/**
 * Verifies the bytes, then reads them, then asks whether this key may say that. The counter and what
 * is live are looked at when it is carried out.
 * @throws PublishRefusedError
 */
export function verifyStatement(
  keys: readonly Key[],
  { keyId, signature, bytes }: Signed,
  now = new Date(),
): { key: Key; statement: Statement } {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw refusePublish.unknownKey(keyId.slice(0, 16).replace(/[^\w]/g, '?'));
  const signed = Buffer.from(signature, 'base64');
  if (signed.length !== 64 || !verify(null, bytes, publicKeyOf(key), signed))
    throw refusePublish.badSignature();
  refuseEnded(key, now);
  const statement = readStatement(bytes);
  const { id, sections, isPreviewOnly } = key;
  if (!sections.includes(statement.section))
    throw refusePublish.otherSection(id, statement.section, sections);
  const isPreview = statement.does === 'publish' && statement.isPreview;
  if (isPreviewOnly && !isPreview) throw refusePublish.previewOnly(id);
  const left = Date.parse(statement.expires) - now.getTime();
  if (left < -skewMs || left > validMs + skewMs) throw refusePublish.wrongTime(now);
  return { key, statement };
}

/** @throws PublishRefusedError once the last day of a key is over */
export function refuseEnded({ id, until }: Key, now = new Date()): void {
  if (until && now.getTime() >= Date.parse(until) + 24 * 60 * minute)
    throw refusePublish.keyEnded(id, until);
}
