import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchShifts } from '../fixtures/shifts.ts';

/** What can be wrong with the way to a file. */
export type Fault = 'hangs' | 'is cut off' | 'is lost once' | 'comes after 4 s';

/**
 * The way to a site, for one visitor: not every engine lets a test stand between page and network,
 * or read the console. A door has an address of its own, so no visitor finds what another has stored.
 */
export interface Door {
  url: string;
  /** What the page complained of: thrown, refused or lost, or written as an error. */
  complaints: readonly string[];
  /** Every page that comes from now on runs this before its own scripts. */
  injects(script: () => void): void;
  /** The same for a script that is a module, as one of a browser extension may be. */
  injectsModule(script: () => void): void;
  spoil(file: RegExp, fault: Fault): void;
  close(): Promise<void>;
}

const complaintsPath = '/complaints-of-the-page';

export async function openDoor(site: string): Promise<Door> {
  const complaints: string[] = [];
  const scripts = [`(${record})('${complaintsPath}')`, `(${watchShifts})()`];
  const modules: string[] = [];
  const spoiled: { file: RegExp; fault: Fault }[] = [];
  const lost = new Set<string>();

  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (path === complaintsPath) return void hear(asked, answer);
    const fault = spoiled.find(({ file }) => file.test(path))?.fault;
    if (fault === 'hangs') return;
    if (fault === 'is cut off') asked.socket.resetAndDestroy();
    else if (fault === 'comes after 4 s') setTimeout(passOn, 4000, asked, answer);
    else if (fault === 'is lost once' && !lost.has(path)) {
      lost.add(path);
      // A browser asks again by itself for what is cut off.
      answer.writeHead(503).end();
    } else passOn(asked, answer);
  });

  async function hear(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    complaints.push(Buffer.concat(await asked.toArray()).toString());
    answer.writeHead(204).end();
  }

  function passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const isPage = asked.headers.accept?.includes('text/html');
    const { 'if-none-match': _tag, ...unconditional } = asked.headers;
    const headers = isPage ? { ...unconditional, 'accept-encoding': 'identity' } : asked.headers;
    const further = request(site + asked.url, { method: asked.method, headers }, async (got) => {
      const policy = got.headers['content-security-policy'];
      if (!isPage || typeof policy !== 'string') {
        answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
        got.pipe(answer);
        return;
      }
      const page = Buffer.concat(await got.toArray()).toString();
      const code = scripts.join(';');
      const hashes = [code, ...modules].map(
        (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      );
      const { 'content-length': _length, etag: _etag, ...rest } = got.headers;
      const allowed = policy.replace('script-src ', `script-src ${hashes.join(' ')} `);
      answer.writeHead(got.statusCode ?? 502, { ...rest, 'content-security-policy': allowed });
      const inserted = [
        `<script>${code}</script>`,
        ...modules.map((script) => `<script type="module">${script}</script>`),
      ];
      answer.end(page.replace('<head>', () => `<head>${inserted.join('')}`));
    });
    further.on('error', () => answer.destroy());
    answer.on('close', () => further.destroy());
    asked.pipe(further);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    complaints,
    injects: (script) => scripts.push(`(${script})()`),
    injectsModule: (script) => modules.push(`(${script})()`),
    spoil: (file, fault) => spoiled.push({ file, fault }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Runs in the page before all of its scripts: sends on what is wrong. */
function record(complaintsPath: string): void {
  const complain = (what: string) => navigator.sendBeacon(complaintsPath, what);

  const { error } = console;
  console.error = (...said) => {
    complain(said.map(String).join(' '));
    error(...said);
  };
  // Captured, since the error of what cannot be loaded reaches its own element alone.
  addEventListener(
    'error',
    ({ message, target }) => {
      const lost = target as Partial<HTMLScriptElement & HTMLLinkElement> | null;
      complain(message ?? `Not loaded: ${lost?.src || lost?.href}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => complain(`Not handled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    complain(`Refused by ${violatedDirective}: ${blockedURI}`),
  );
}
