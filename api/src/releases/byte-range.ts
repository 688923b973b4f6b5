import parseRange from 'range-parser';

/** What of a file a request asks for; both ends are part of it. */
export type ByteRange = 'whole' | 'unsatisfiable' | { start: number; end: number };

/**
 * Reads a `Range` header. One range is answered as a part (206), one beyond the end with 416.
 * Everything else gets the whole file, as HTTP allows: other units, nonsense, and several ranges,
 * whose answer would be a multipart body that no client has asked this site for.
 * @param length of the file as it is sent, which is the compressed one where it is
 */
export function readByteRange(header: string | undefined, length: number): ByteRange {
  if (!header || !/^bytes\s*=/i.test(header)) return 'whole';
  const ranges = parseRange(length, header.replace(/^bytes\s*=/i, 'bytes='), { combine: true });
  if (ranges === -1) return isLongSuffix(header, length) ? 'whole' : 'unsatisfiable';
  if (ranges === -2 || ranges.length !== 1) return 'whole';
  const [{ start, end } = { start: 0, end: length - 1 }] = ranges;
  return { start, end };
}

/** The last 500 bytes of 100 are all of them (RFC 9110 §14.1.2); the package finds none. */
function isLongSuffix(header: string, length: number): boolean {
  const suffix = header.match(/^bytes\s*=\s*-(\d+)\s*$/i)?.[1];
  return suffix !== undefined && length > 0 && Number(suffix) > length;
}
