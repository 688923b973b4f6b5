import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of the API, to be given by other servers in the same bytes. */
export interface Answer {
  path: string;
  headers: Record<string, string>;
  /** The file with its body as it was sent. */
  body: string;
  /** The one that this answer was sent with; every other has its own. */
  nonce?: string | undefined;
}

/** What a connection makes of its own. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Asks the API as a browser would and keeps the answer, compressed as it came. */
export async function recordAnswer(url: string, address: string, folder: string): Promise<Answer> {
  const { response, bytes, nonce } = await answerFromMemory(`${url}${address}`);
  const body = path.join(folder, encodeURIComponent(address));
  await writeFile(body, bytes);
  const headers = Object.entries(response.headers)
    .filter(([name]) => !ownHeaders.has(name))
    .map(([name, value]) => [name, String(value)]);
  return { path: address, headers: Object.fromEntries(headers), body, nonce };
}

/** A document is made for its first visitors, and compressed for all others in spare time. */
const patienceMs = 30_000;

/** From memory a document has its nonce in plain letters; everything else is there at once. */
async function answerFromMemory(address: string) {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(address, { headers: { 'accept-encoding': 'br' } }, resolve).on('error', reject);
    });
    const bytes = Buffer.concat(await response.toArray());
    const policy = String(response.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    if (!nonce || bytes.includes(nonce)) return { response, bytes, nonce };
    await sleep(50);
  }
  throw new Error(`${address} is not answered from memory after ${patienceMs / 1000} s`);
}
