import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { RunningColumn } from './variants.ts';

/** Another site, which the visits of every column come from. */
interface StaticFiles extends RunningColumn {
  otherSite: string;
}

/**
 * The site's own pages as files: what the finished page has, and no script. Compressed as well as can
 * be; its pictures and its font are the site's, and so are its headers: a policy that isolates a page
 * has the browser start it in a process of its own, which an empty tab shows, whatever is in the page.
 */
export async function serveStatic(siteUrl: string, pages: readonly string[]): Promise<StaticFiles> {
  const files = new Map<string, { headers: OutgoingHttpHeaders; content: Buffer }>();
  for (const page of pages) {
    const document = await fetch(`${siteUrl}/${page}`);
    const content = brotliCompressSync(withoutScripts(await document.text()));
    const headers = {
      ...Object.fromEntries(document.headers),
      'content-encoding': 'br',
      'content-length': content.length,
    };
    files.set(`/${page}`, { headers, content });
  }
  const server = createServer((asked, answer) => {
    const file = files.get(asked.url ?? '');
    if (asked.url === otherPath)
      return answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    if (file) {
      const isKnown = file.headers.etag && asked.headers['if-none-match'] === file.headers.etag;
      const { 'content-length': _, ...unchanged } = file.headers;
      if (isKnown) return answer.writeHead(304, unchanged).end();
      return answer.writeHead(200, file.headers).end(file.content);
    }
    const passed = request(siteUrl + asked.url, { headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    passed.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    name: 'static',
    // For a browser another name is another site.
    otherSite: `http://localhost:${port}${otherPath}`,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const otherPath = '/of-a-friend';

/** As the app leaves the page behind: in its theme, with nothing that waits for a script. */
function withoutScripts(document: string): string {
  return document
    .replaceAll(/<script\b.*?<\/script>/gs, '')
    .replaceAll(/<link data-rel=[^>]*>/g, '')
    .replaceAll(/<noscript>.*?<\/noscript>/gs, '')
    .replaceAll(/ aria-busy="true"/g, '')
    .replace('<html ', '<html data-theme="dark" data-ready ');
}
