import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { storeIn } from '@portfolio/releases/store/store.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { type OddRequest, oddRequest } from '@portfolio/test-support/odd-requests.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import fc from 'fast-check';

/** Written by hand, since a client would refuse most of it. @returns the status, 0 for a hang-up */
function send(port: number, { method, address: target, headers }: OddRequest): Promise<number> {
  const lines = headers.map(([key, content]) => `${key}: ${content}\r\n`).join('');
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
    });
    socket.on('data', (data) => {
      said += data.toString('latin1', 0, 20);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(said.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0)));
  });
}

test('hundreds of odd requests: none is answered with a 5xx or has a line in the log, and the site goes on', async () => {
  const DATA_DIR = temporaryFolder();
  await laySmallSite(storeIn(DATA_DIR));
  const api = await startApiProcess({ DATA_DIR, RATE_LIMIT: 'off' });
  const port = await api.port;
  const counts = new Map<number, number>();
  const check = fc.asyncProperty(oddRequest, async (made) => {
    const status = await send(port, made);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    // Node.js hangs up on anybody who wants a tunnel.
    if (made.method !== 'CONNECT') expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  });
  await fc.assert(check, { numRuns: 800, seed: 7 });
  // The requests were as odd as they should be: some were right, some not found, some unreadable.
  for (const status of [200, 404, 400]) expect(counts.get(status)).toBeGreaterThan(20);
  expect((await fetch(`http://127.0.0.1:${port}/home`)).status).toBe(200);
  const [, requested = ''] = (await api.stop('SIGTERM')).said.split(/The site is on .*\n/);
  expect(requested.match(/"msg":"[^"]*"/g)).toEqual(['"msg":"Stopping"', '"msg":"Stopped"']);
});
