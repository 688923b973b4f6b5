import type { ServerResponse } from 'node:http';
import { sharedBodies } from '../connections.ts';
import type { Content } from './files-cache.ts';

/** Read and sent at a time: what a visitor takes of the memory who does not read. */
const pieceBytes = 128 * 1024;

/** Sends some bytes of a file, no faster than they are taken. The headers are written already. */
export async function sendContent(
  response: ServerResponse,
  { body, read }: Content,
  { start, length }: { start: number; length: number },
): Promise<void> {
  if (response.req.method === 'HEAD' || length === 0) {
    response.end();
  } else if (body) {
    sharedBodies.set(response, body);
    response.end(body.subarray(start, start + length));
  } else {
    try {
      for (let at = start; at < start + length && !response.destroyed; at += pieceBytes) {
        const piece = await read(at, Math.min(pieceBytes, start + length - at));
        if (!response.write(piece)) await drained(response);
      }
      response.end();
    } catch {
      // The file changed under way: half an answer must not look like a whole one.
      response.destroy();
    }
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.once('drain', go).once('close', go);
  });
}
