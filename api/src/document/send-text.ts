import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, Response } from 'express';
import { acceptsBrotli } from '../accepts-brotli.ts';

const compress = promisify(brotliCompress);

/** A document differs by its nonce from every other, so it is compressed fast instead of once. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** Answers with a text, compressed where the client takes it. */
export async function sendText(
  request: Request,
  response: Response,
  status: number,
  type: string,
  text: string,
): Promise<void> {
  const isBrotli = acceptsBrotli(request);
  const body = isBrotli ? await compress(text, { params }) : Buffer.from(text);
  response.vary('Accept-Encoding').status(status).set('Content-Type', type);
  if (isBrotli) response.set('Content-Encoding', 'br');
  response.set('Content-Length', String(body.length));
  response.end(request.method === 'HEAD' ? undefined : body);
}
