import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { RunningVariant } from './variants.ts';

/** The page of another site that links to every variant. */
const otherPath = '/of-a-friend';

/**
 * Serves the site's pages as files without script, in the best compression. Headers are the site's: its
 * isolation policy makes the browser start a process, whatever the page contains.
 */
export async function serveStatic(
  siteUrl: string,
  pages: readonly string[],
): Promise<RunningVariant & { otherSite: string }> {
  const html = { 'content-type': 'text/html' };
  const files = new Map<string, { headers: OutgoingHttpHeaders; content: Buffer }>();
  files.set(otherPath, { headers: html, content: Buffer.from('<!doctype html>') });
  for (const page of pages) {
    const document = await fetch(`${siteUrl}/${page}`);
    const content = brotliCompressSync(withoutScripts(await document.text()));
    const compressed = { 'content-encoding': 'br', 'content-length': content.length };
    files.set(`/${page}`, {
      headers: { ...Object.fromEntries(document.headers), ...compressed },
      content,
    });
  }
  const server = createServer((asked, answer) => {
    const file = files.get(asked.url ?? '');
    if (file) {
      const isKnown = asked.headers['if-none-match'] === (file.headers.etag ?? '');
      return answer.writeHead(isKnown ? 304 : 200, file.headers).end(isKnown ? '' : file.content);
    }
    const passed = request(siteUrl + asked.url, { headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    return passed.on('error', () => answer.destroy()).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    name: 'static',
    url: `http://127.0.0.1:${port}`,
    // Browsers treat another host name as another site.
    otherSite: `http://localhost:${port}${otherPath}`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Removes scripts, and leaves the page as the app would: in its theme, with nothing waiting. */
function withoutScripts(document: string): string {
  return document
    .replaceAll(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>/gs, '')
    .replaceAll(/<link data-rel=[^>]*>| aria-busy="true"/g, '')
    .replace('<html ', '<html data-theme="dark" data-ready ');
}
