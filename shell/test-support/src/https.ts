import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** An authority and a certificate of 127.0.0.1 and www.example.com, for a hundred years; only tests trust it. */
export const certificates = path.join(import.meta.dirname, '../certificate');
export const authority = path.join(certificates, 'authority.pem');

/** Starts a proxy that brings a site to HTTPS; the site needs `TRUST_PROXY=1`. */
export async function bringToHttps(site: string) {
  const read = (file: string) => readFileSync(path.join(certificates, file));
  const own = { cert: read('cert.pem'), key: read('key.pem') };
  const server = createServer(own, (incoming, response) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-proto': 'https',
    };
    const outgoing = request(site + incoming.url, { method: incoming.method, headers });
    outgoing.on('response', (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders);
      upstream.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close().closeAllConnections(),
  };
}
