import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { chromiumOptions } from '@portfolio/test-support/chromium.ts';
import express from 'express';
import { type Browser, type BrowserContext, chromium } from 'playwright';

const phone = {
  title: 'phone, 1.6 Mbit/s, 150 ms, CPU 4× slowed, 412×823',
  network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  cpu: 4,
  context: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 },
};
const computer = {
  title: 'computer, 50 Mbit/s, 20 ms, 1440×900',
  network: { latency: 20, downloadThroughput: 6_250_000, uploadThroughput: 2_500_000 },
  cpu: 1,
  context: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
};
type Device = typeof phone;

const pages = ['home', 'portfolio', 'contact'];

/** Measures the pages beside the same pages as static files without script, in turns, each first and again. */
export async function measurePages(site: string, visits: number) {
  const files = await serveFiles(site);
  await using browser = await chromium.launch(chromiumOptions());
  const texts: string[] = [];
  const home = { readableMs: 0, scriptKb: 0 };
  for (const device of [phone, computer]) {
    const rows = [head];
    for (const page of pages) {
      const ours: Visit[] = [];
      const plain: Visit[] = [];
      for (let turn = 1; turn <= visits; turn += 1) {
        console.log(`/${page}, ${device.title}, visit ${turn} of ${visits}`);
        ours.push(await visitTwice(browser, device, files.origin, `${site}/${page}`));
        plain.push(await visitTwice(browser, device, files.origin, `${files.origin}/${page}`));
      }
      rows.push([`/${page}`, ...cellsOf(ours, plain)]);
      if (page !== 'home' || device !== phone) continue;
      const [first] = medians(ours);
      home.readableMs = Math.round(first.text);
      home.scriptKb = Math.round(first.script / 1000);
    }
    texts.push(`### ${device.title}\n\n${toTable(rows)}`);
  }
  files.stop();
  const what = `Medians of ${visits} visits; “× file” is beside the same page as a static file without script.`;
  return { text: `${what}\n\n${texts.join('\n\n')}`, ...home };
}

/** A Markdown table, whose first row is the head. */
function toTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const rule = head.map((_, at) => (at > 0 ? '--:' : '---'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const columns = ['all kB', 'text ms', '× file', 'taken over ms'];
const head = ['visit', 'script kB', ...columns, ...columns.map((each) => `again: ${each}`)];

function cellsOf(ours: readonly Visit[], plain: readonly Visit[]): string[] {
  const visits = medians(ours);
  const files = medians(plain);
  const cells = visits.flatMap(({ bytes, text, takenOver }, at) => {
    const ratio = (text / (files[at]?.text ?? Number.NaN)).toFixed(2);
    return [(bytes / 1000).toFixed(1), text.toFixed(), `${ratio}×`, takenOver.toFixed()];
  });
  return [(visits[0].script / 1000).toFixed(1), ...cells];
}

/** Times in ms since the navigation began; compressed bytes until the page works. */
interface Seen {
  text: number;
  takenOver: number;
  script: number;
  bytes: number;
}
type Visit = readonly [first: Seen, again: Seen];

function medians(visits: readonly Visit[]): Visit {
  const of = (turn: 0 | 1) => {
    const middle = (key: keyof Seen) => {
      const sorted = visits.map((visit) => visit[turn][key]).toSorted((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    };
    const [text, takenOver] = [middle('text'), middle('takenOver')];
    return { text, takenOver, script: middle('script'), bytes: middle('bytes') };
  };
  return [of(0), of(1)];
}

async function visitTwice(
  browser: Browser,
  device: Device,
  from: string,
  to: string,
): Promise<Visit> {
  await using visitor = await browser.newContext({
    ...device.context,
    locale: 'en-GB',
    colorScheme: 'dark',
  });
  await visitor.addInitScript(watchPage);
  return [await visit(visitor, device, from, to), await visit(visitor, device, from, to)];
}

/** Follows a link on another site, as visitors do: from an empty tab the browser would change processes late. */
async function visit(
  visitor: BrowserContext,
  { network, cpu }: Device,
  from: string,
  to: string,
): Promise<Seen> {
  const page = await visitor.newPage();
  const devtools = await visitor.newCDPSession(page);
  await page.goto(`${from.replace('127.0.0.1', 'localhost')}/of-a-friend`);
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.setContent(`<a href="${to}">A friend's portfolio</a>`);
  await page.getByRole('link').click();
  await page.waitForURL(to, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForFunction(
    () => globalThis.seenText > 0 && (!document.querySelector('script') || globalThis.seenApp > 0),
    undefined,
    { timeout: 60_000 },
  );
  const seen = await page.evaluate(() => {
    const [text, takenOver] = [globalThis.seenText, globalThis.seenApp];
    const entries = ['navigation', 'resource'].flatMap(
      (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
    );
    const until = entries.filter(({ startTime }) => startTime <= Math.max(text, takenOver));
    // An unchanged file sends only headers.
    const sum = (some: typeof entries) =>
      some.reduce((all, each) => all + Math.min(each.transferSize, each.encodedBodySize), 0);
    const scripts = until.filter(({ name }) => name.endsWith('.mjs'));
    return { text, takenOver, script: sum(scripts), bytes: sum(until) };
  });
  await page.close();
  return seen;
}

declare global {
  var seenText: number;
  var seenApp: number;
}

/** Runs in the page before its scripts: notes the ends of the frames that show the heading, and after hydration. */
function watchPage(): void {
  globalThis.seenText = 0;
  globalThis.seenApp = 0;
  const afterPaint = (tell: (time: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => tell(performance.now());
      port2.postMessage(undefined);
    });
  const headings = new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (!heading?.textContent?.trim() || heading.querySelector('[aria-busy]')) return;
    headings.disconnect();
    afterPaint((time) => {
      globalThis.seenText = time;
    });
  });
  headings.observe(document, { childList: true, subtree: true, characterData: true });
  const lookForApp = () => {
    const heading = document.querySelector('h1') ?? {};
    if (!Object.keys(heading).some((key) => key.startsWith('__reactFiber$')))
      return requestAnimationFrame(lookForApp);
    return afterPaint((time) => {
      globalThis.seenApp = time;
    });
  };
  requestAnimationFrame(lookForApp);
}

/** Serves the site's pages as files without script, with its headers; files that they name come from the site. */
async function serveFiles(site: string) {
  const app = express().disable('x-powered-by');
  app.get('/of-a-friend', (_request, response) => void response.send('<!doctype html>'));
  for (const page of pages) {
    const document = await fetch(`${site}/${page}`);
    const html = (await document.text())
      .replaceAll(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<link data-rel=[^>]*>/gs, '')
      .replace('<html ', '<html data-theme="dark" data-ready ');
    const content = brotliCompressSync(html);
    const compressed = { 'content-encoding': 'br', 'content-length': String(content.length) };
    const headers = { ...Object.fromEntries(document.headers), ...compressed };
    app.get(`/${page}`, (request, response) => {
      const isKnown = request.headers['if-none-match'] === document.headers.get('etag');
      response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? '' : content);
    });
  }
  app.use((request, response) => {
    const passed = get(site + request.url, { headers: request.headers }, (given) => {
      response.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(response);
    });
    passed.on('error', () => response.destroy());
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close().closeAllConnections() };
}
