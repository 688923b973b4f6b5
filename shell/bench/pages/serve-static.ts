import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { RunningVariant } from './variants.ts';

/** An address of another site: visits of every variant come from there. */
const otherPath = '/of-a-friend';

/**
 * The site's own pages as files: what the finished page has, and no script. Compressed as well as can
 * be; its pictures and its font are the site's, and so are its headers: a policy that isolates a page
 * has the browser start it in a process of its own, which an empty tab shows, whatever is in the page.
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
    // For a browser another name is another site.
    otherSite: `http://localhost:${port}${otherPath}`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** As the app leaves the page behind: in its theme, with nothing that waits for a script. */
function withoutScripts(document: string): string {
  return document
    .replaceAll(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>/gs, '')
    .replaceAll(/<link data-rel=[^>]*>| aria-busy="true"/g, '')
    .replace('<html ', '<html data-theme="dark" data-ready ');
}
