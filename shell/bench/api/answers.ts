import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';

/** An answer of the API, to be given by other servers in the same bytes. */
export interface Answer {
  path: string;
  headers: Record<string, string>;
  /** The file with its body as it was sent. */
  body: string;
}

/** What a connection makes of its own. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Asks the API as a browser would and keeps the answer, compressed as it came. */
export async function recordAnswer(url: string, address: string, folder: string): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}${address}`, { headers: { 'accept-encoding': 'br' } }, resolve).on('error', reject);
  });
  const body = path.join(folder, encodeURIComponent(address));
  await writeFile(body, Buffer.concat(await response.toArray()));
  const headers = Object.entries(response.headers)
    .filter(([name]) => !ownHeaders.has(name))
    .map(([name, value]) => [name, String(value)]);
  return { path: address, headers: Object.fromEntries(headers), body };
}
