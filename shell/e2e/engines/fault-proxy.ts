import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault = 'hangs' | 'is cut off' | 'is lost once' | 'comes late';

/** More than lateAfterMs of `section-loader.ts`. */
const lateMs = 4000;

/**
 * A proxy between a site and one visitor, since not every driver intercepts requests or reads the console.
 * Each has an origin of its own, so that visitors share no stored data.
 */
export interface FaultProxy {
  url: string;
  /** Errors in the page: thrown, logged, or caused by refused or lost files. */
  complaints: readonly string[];
  /** Adds a script, or a module as a browser extension may, that every later page runs before its own. */
  addInitScript(script: () => void, kind?: '' | 'module'): void;
  setFault(file: RegExp, fault: Fault): void;
  close(): Promise<void>;
}

const complaintsPath = '/complaints-of-the-page';

export async function startFaultProxy(site: string): Promise<FaultProxy> {
  const complaints: string[] = [];
  const scripts = [{ code: `(${record})('${complaintsPath}')`, kind: '' }];
  const broken: { file: RegExp; fault: Fault }[] = [];
  const lost = new Set<string>();

  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    if (path === complaintsPath) {
      incoming.toArray().then((said) => complaints.push(Buffer.concat(said).toString()));
      return void response.writeHead(204).end();
    }
    const fault = broken.find(({ file }) => file.test(path))?.fault;
    if (fault === 'hangs') return;
    if (fault === 'is cut off') incoming.socket.resetAndDestroy();
    else if (fault === 'comes late') setTimeout(forward, lateMs, incoming, response);
    else if (fault === 'is lost once' && !lost.has(path)) {
      lost.add(path);
      // Browsers repeat a request when the connection is cut off.
      response.writeHead(503).end();
    } else forward(incoming, response);
  });

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const isPage = incoming.headers.accept?.includes('text/html');
    const { 'if-none-match': _tag, ...unconditional } = incoming.headers;
    const headers = isPage ? { ...unconditional, 'accept-encoding': 'identity' } : incoming.headers;
    const outgoing = request(
      site + incoming.url,
      { method: incoming.method, headers },
      async (upstream) => {
        const policy = upstream.headers['content-security-policy'];
        if (!isPage || typeof policy !== 'string') {
          response.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders);
          upstream.pipe(response);
          return;
        }
        const page = Buffer.concat(await upstream.toArray()).toString();
        const hashes = scripts.map(
          ({ code }) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
        );
        const { 'content-length': _length, etag: _etag, ...rest } = upstream.headers;
        const allowed = policy.replace('script-src ', `script-src ${hashes.join(' ')} `);
        response.writeHead(upstream.statusCode ?? 502, {
          ...rest,
          'content-security-policy': allowed,
        });
        const inserted = scripts.map(({ code, kind }) => `<script type="${kind}">${code}</script>`);
        response.end(page.replace('<head>', () => `<head>${inserted.join('')}`));
      },
    );
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    complaints,
    addInitScript: (script, kind = '') => scripts.push({ code: `(${script})()`, kind }),
    setFault: (file, fault) => broken.push({ file, fault }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Runs in the page before all of its scripts: reports errors to the proxy. */
function record(complaintsPath: string): void {
  const report = (what: string) => navigator.sendBeacon(complaintsPath, what);

  const { error } = console;
  console.error = (...words) => {
    report(words.map(String).join(' '));
    error(...words);
  };
  // Capturing, since load errors do not bubble.
  addEventListener(
    'error',
    ({ message, target }) => {
      const lost = target as Partial<HTMLScriptElement & HTMLLinkElement> | null;
      report(message ?? `Not loaded: ${lost?.src || lost?.href}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => report(`Not handled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(`Refused by ${violatedDirective}: ${blockedURI}`),
  );
}
