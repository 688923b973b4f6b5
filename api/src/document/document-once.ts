import { randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';

/** A document that is made and compressed once, and sent with a nonce of its own each time. */
export interface DocumentOnce {
  /** What it takes in memory. */
  bytes: number;
  plain(nonce: string): Buffer;
  brotli(nonce: string): Buffer;
}

/** How every nonce ends: the compressor writes what follows by the two letters before it. */
const end = '==';

/** A nonce; all are of one length, and end alike. */
export function makeNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * Compresses a document around its nonce. Where that stands first it becomes a block of its own, in
 * plain letters that can be exchanged; where it stands again the compressor has written “as before”,
 * so those follow. Whether that came out so is proved by sending it with other letters.
 * It takes its time, but once, and on another thread.
 * @param write the document with a nonce
 * @returns nothing where the compressor does it in another way.
 */
export async function compressOnce(
  write: (nonce: string) => string,
): Promise<DocumentOnce | undefined> {
  const mark = makeMark();
  const html = write(mark);
  const at = html.indexOf(mark);
  const { head, tail } = await compressAround(
    html.slice(0, at),
    mark,
    html.slice(at + mark.length),
  );
  const brotli = (nonce: string) => Buffer.concat([head, Buffer.from(nonce), tail]);
  const sent = brotli(distinct);
  const read = await decompress(sent).catch(() => undefined);
  const parts = html.split(mark);
  const plain = (nonce: string) => Buffer.from(parts.join(nonce));
  const bytes = sent.length + html.length;
  return read?.equals(plain(distinct)) ? { bytes, plain, brotli } : undefined;
}

const decompress = promisify(brotliDecompress);

/** No letter twice: what comes out right with it was copied letter by letter from where it stands first. */
const distinct = `ABCDEFGHIJKLMNOPQRSTUV${end}`;

/**
 * Stands for the nonce while a document is compressed: letters that no text has, so that the compressor
 * finds them nowhere else, in an order that nobody can put into a page of theirs.
 */
function makeMark(): string {
  const codes = Array.from({ length: 31 }, (_, index) => index + 1);
  const draw = () => String.fromCharCode(...codes.splice(randomInt(codes.length), 1));
  return Array.from({ length: distinct.length - end.length }, draw).join('') + end;
}

async function compressAround(before: string, mark: string, after: string) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  // Room for all of it: it is read when a part is through.
  const options = { params, highWaterMark: 2 ** 26 };
  const stream = createBrotliCompress(options);
  const flushed = async (text: string): Promise<Buffer> => {
    stream.write(text);
    await new Promise<void>((done) => stream.flush(constants.BROTLI_OPERATION_FLUSH, done));
    return stream.read();
  };
  const head = await flushed(before);
  // A block that is not compressed takes the place of this one.
  await flushed(mark);
  const tail = await stream.end(after).toArray();
  return { head: Buffer.concat([head, plainBlock(mark.length)]), tail: Buffer.concat(tail) };
}

/** The head of a block that is not compressed (RFC 7932, 9.2): its length in 16 bits, and a mark. */
function plainBlock(length: number): Buffer {
  const bits = ((length - 1) << 3) | (1 << 19);
  return Buffer.from([bits & 255, (bits >> 8) & 255, (bits >> 16) & 255]);
}
