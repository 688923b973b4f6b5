import { createHash } from 'node:crypto';

/** A content's Subresource Integrity hash, and its size in bytes. */
export interface ContentRef {
  bytes: number;
  integrity: string;
}

export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Computes the integrity; hashes a large content outside the event loop. */
export async function computeIntegrity(content: Uint8Array): Promise<string> {
  if (content.length < 100_000) return integrityOf(content);
  const hash = await crypto.subtle.digest('SHA-384', content as Uint8Array<ArrayBuffer>);
  return `sha384-${Buffer.from(hash).toString('base64')}`;
}

/** A hash as 96 hexadecimal digits, for names of files and addresses, as Base64 has slashes. */
export function hashName({ integrity }: Pick<ContentRef, 'integrity'>): string {
  return Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
}

export function byHash(refs: Iterable<ContentRef>): Map<string, ContentRef> {
  return new Map(Array.from(refs, (ref) => [hashName(ref), ref]));
}

/** A content is missing or does not match its hash; the message says which. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
}
