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
}

/** What a connection makes of its own. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Asks the API as a browser would and keeps the answer, compressed as it came. */
export async function recordAnswer(url: string, address: string, folder: string): Promise<Answer> {
  const { response, bytes } = await lastingAnswer(`${url}${address}`);
  const body = path.join(folder, encodeURIComponent(address));
  await writeFile(body, bytes);
  const headers = Object.entries(response.headers)
    .filter(([name]) => !ownHeaders.has(name))
    .map(([name, value]) => [name, String(value)]);
  return { path: address, headers: Object.fromEntries(headers), body };
}

/** An answer is compressed lightly for its first visitors, and as well as can be in spare time. */
async function lastingAnswer(address: string) {
  let last = await ask(address);
  for (let turn = 0; turn < 8; turn += 1) {
    await sleep(250);
    last = await ask(address);
  }
  return last;
}

async function ask(address: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, resolve).on('error', reject);
  });
  return { response, bytes: Buffer.concat(await response.toArray()) };
}
