import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site that the browser can open, until it is closed. */
export interface ServedSite {
  origin: string;
  /** What its pages may ask elsewhere, and get no answer to. */
  outOfReach: readonly string[];
  close(): void;
}

/** All of the network that a browser has. */
export interface ShutNetwork {
  /** What the browser has to be started with: nothing of it leaves this process then. */
  args: readonly string[];
  serve(site: RequestListener, outOfReach?: readonly string[]): ServedSite;
  close(): void;
}

/**
 * A proxy that answers for the sites given to it, and refuses every other address: whatever a page
 * opens, sends or navigates to ends here. A content policy would not do: it does not govern
 * navigation, and a page of another address comes without it.
 */
export async function shutNetwork(): Promise<ShutNetwork> {
  const sites = new Map<string, RequestListener>();
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? '');
    const site = address && sites.get(address.host);
    if (!site) return response.writeHead(403).end();
    request.url = address.pathname + address.search;
    site(request, response);
  });
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  let served = 0;
  return {
    args: [
      `--proxy-server=http://127.0.0.1:${port}`,
      // Without it, addresses of this machine would be asked directly.
      '--proxy-bypass-list=<-loopback>',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
    serve(site, outOfReach = []) {
      served += 1;
      // A name that browsers trust like a secure address, and that no resolver is asked for.
      const host = `site-${served}.localhost`;
      sites.set(host, site);
      return { origin: `http://${host}`, outOfReach, close: () => void sites.delete(host) };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
