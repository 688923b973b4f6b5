/** A file's Subresource Integrity hash, and its size in bytes. */
export interface ContentRef {
  bytes: number;
  integrity: string;
}

/** Describes a content, which is hashed outside the event loop. */
export async function describeContent(content: Uint8Array): Promise<ContentRef> {
  const hash = await crypto.subtle.digest('SHA-384', content as Uint8Array<ArrayBuffer>);
  return { bytes: content.length, integrity: `sha384-${Buffer.from(hash).toString('base64')}` };
}

/** Whether a content is the described one. */
export async function isWhole(content: Uint8Array, ref: ContentRef): Promise<boolean> {
  return (
    content.length === ref.bytes && (await describeContent(content)).integrity === ref.integrity
  );
}

/** A file of a release is missing, or is not what its hash says; the message says which. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
}
