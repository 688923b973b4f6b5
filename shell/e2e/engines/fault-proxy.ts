import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

export type Fault = 'hangs' | 'is cut off' | 'is lost once' | 'comes late';
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** More than lateAfterMs of `section-loader.ts`. */
const lateMs = 4000;
const complaintsPath = '/complaints-of-the-page';

/** A proxy of one visitor, with an origin and so storage of its own: not every driver intercepts requests. */
export async function startFaultProxy(site: string) {
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
    else if (fault === 'is lost once' && !lost.has(path)) {
      lost.add(path);
      // Browsers repeat a request when the connection is cut off.
      response.writeHead(503).end();
    } else {
      const ms = fault === 'comes late' ? lateMs : 0;
      setTimeout(() => forward(incoming, response).catch(() => response.destroy()), ms);
    }
  });

  /** Pages are changed, so no file is compressed or compared with a known one. */
  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { 'if-none-match': _tag, ...headers } = incoming.headers as Record<string, string>;
    const written = await buffer(incoming);
    const upstream = await fetch(site + incoming.url, {
      method: incoming.method ?? 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: written.length > 0 ? written : null,
      redirect: 'manual',
    });
    const {
      'content-length': _length,
      etag: _etag,
      ...head
    } = Object.fromEntries(upstream.headers);
    let body = Buffer.from(await upstream.arrayBuffer());
    const { 'content-type': type, 'content-security-policy': policy } = head;
    if (policy && type?.startsWith('text/html')) {
      const hashes = scripts.map(({ code }) => `'sha256-${hash('sha256', code, 'base64')}'`);
      head['content-security-policy'] = policy.replace('script-src', `$& ${hashes.join(' ')}`);
      const inserted = scripts.map(({ code, kind }) => `<script type="${kind}">${code}</script>`);
      body = Buffer.from(`${body}`.replace('<head>', () => `<head>${inserted.join('')}`));
    }
    response.writeHead(upstream.status, head).end(body);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Errors in the page: thrown, logged, or caused by refused or lost files. */
    complaints: complaints as readonly string[],
    /** Adds a script, or a module as a browser extension may, that every later page runs before its own. */
    addInitScript(script: () => void, kind: '' | 'module' = '') {
      scripts.push({ code: `(${script})()`, kind });
    },
    setFault(file: RegExp, fault: Fault) {
      broken.push({ file, fault });
    },
    async close() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
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
