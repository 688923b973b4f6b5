import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import express from 'express';
import { answerWorkers } from './dev-servers.ts';

/** Starts a server. @returns its address, with a slash at the end */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  stopLater({ stop: async () => void server.close() });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a worker's script comes from its own development server alone, and to the site alone", async () => {
  const secret = await serve((_request, response) => response.end('secret'));
  const base = await serve(({ url }, response) =>
    response.writeHead(url === '/301.mjs' ? 200 : 404).end('worker'),
  );
  const app = express().get(
    '/:name/:file',
    answerWorkers({ home: { base, folder: '', entry: '' } }),
  );
  const site = await serve(app);
  const own = await fetch(`${site}home/301.mjs`);
  expect([await own.text(), own.headers.get('Cross-Origin-Resource-Policy')]).toEqual([
    'worker',
    'same-origin',
  ]);
  for (const file of [secret, secret.slice('http:'.length), '..', 'other.mjs'])
    expect((await fetch(`${site}home/${encodeURIComponent(file)}`)).status).toBe(404);
});
