import { createHash } from 'node:crypto';

/** A content by its Subresource Integrity hash, with its size in bytes. */
export interface ContentRef {
  bytes: number;
  integrity: string;
}

export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** The same; a large content is hashed beside the event loop. */
export async function computeIntegrity(content: Uint8Array): Promise<string> {
  if (content.length < 100_000) return integrityOf(content);
  const hash = await crypto.subtle.digest('SHA-384', content as Uint8Array<ArrayBuffer>);
  return `sha384-${Buffer.from(hash).toString('base64')}`;
}

/** A hash as the name of a file and a part of an address (base64 has slashes): 96 hexadecimal digits. */
export function hashName({ integrity }: Pick<ContentRef, 'integrity'>): string {
  return Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
}

/** Contents by their names, each once. */
export function byHash(refs: Iterable<ContentRef>): Map<string, ContentRef> {
  return new Map(Array.from(refs, (ref) => [hashName(ref), ref]));
}

/** A content is missing, or is not what its hash says; the message names it and says why. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
}
