import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright';
import { browserOptions } from './find-browser.ts';

/** The browser failed, not a page; the message is the end of a sentence. */
export class BrowserFailedError extends Error {
  override name = 'BrowserFailedError';
}

/** One visit by the browser: a page in a context of its own, and what is wrong with it while it is open. */
export type Inspection = ReturnType<typeof observe>;

/** One browser that is started once, reaches only what is served here, and ends with this process. */
export type BrowserSession = Awaited<ReturnType<typeof startBrowser>>;

/** How long closing waits for a page of endless work, which ends with its browser at the latest. */
const closingMs = 5000;

/** @throws NoBrowserError, BrowserFailedError */
export async function startBrowser() {
  const name = String(browserOptions().executablePath ?? chromium.executablePath());
  const network = await shutNetwork();
  const { browser, unsandboxed } = await launch(network.args).catch((error: Error) => {
    network.close();
    const [reason] = error.message.split('\n');
    throw new BrowserFailedError(`the browser ${name} cannot be started (${reason})`);
  });
  const crashed = new BrowserFailedError(`the browser ${name} crashed`);

  return {
    /** Why it runs without its sandbox, as a sentence; nothing when it has one. */
    unsandboxed,
    serve: network.serve,
    /** Opens a page that can go nowhere else. @throws BrowserFailedError when the browser or the tab crashes */
    async inspect<Result>(
      site: ServedSite,
      options: BrowserContextOptions,
      work: (inspection: Inspection) => Promise<Result>,
    ): Promise<Result> {
      const { promise: ended, reject } = Promise.withResolvers<never>();
      ended.catch(() => {});
      const end = () => reject(crashed);
      browser.once('disconnected', end);
      const opening = browser
        .newContext({ ...options, acceptDownloads: false, serviceWorkers: 'block' })
        .catch(() => Promise.reject(crashed));
      try {
        const context = await opening;
        await context.addInitScript(prepare);
        const page = await context.newPage();
        page.once('crash', end);
        context.on('page', (popup) => popup.close().catch(() => {}));
        return await Promise.race([work(observe(page, site)), ended]);
      } catch (error) {
        throw browser.isConnected() ? error : crashed;
      } finally {
        browser.off('disconnected', end);
        const closing = opening.then((context) => context.close()).catch(() => {});
        await Promise.race([closing, sleep(closingMs, undefined, { ref: false })]);
      }
    },
    async [Symbol.asyncDispose]() {
      // One that does not close by itself is killed.
      await browser.close();
      network.close();
    },
  };
}

/** With its sandbox wherever that can be started: root and containers without user namespaces lack it. */
async function launch(
  args: readonly string[],
): Promise<{ browser: Browser; unsandboxed?: string }> {
  const options = browserOptions();
  const shut = { ...options, args: [...(options.args ?? []), ...args] };
  const isRoot = process.getuid?.() === 0;
  const sandboxed = isRoot
    ? undefined
    : await chromium.launch({ ...shut, chromiumSandbox: true }).catch(() => undefined);
  if (sandboxed) return { browser: sandboxed };
  const why = isRoot ? 'root cannot have one' : 'this system does not start one';
  return {
    browser: await chromium.launch(shut),
    unsandboxed: `The browser runs without its sandbox: ${why}.`,
  };
}

/** Runs in every page before its own scripts. */
function prepare() {
  Object.assign(globalThis, {
    // The kit adds the path of each text that is missing.
    missingTexts: new Set<string>(),
    // The proxy refuses its connections already.
    RTCPeerConnection: undefined,
    webkitRTCPeerConnection: undefined,
  });
}

/** Collects what a page throws, logs as an error, is refused, and where it tries to go. */
function observe(page: Page, { origin, outOfReach }: ServedSite) {
  const faults = createFaults();
  const readingWarnings: Promise<void>[] = [];
  const failure = Promise.withResolvers<void>();
  let ignored: RegExp | undefined;
  page.on('pageerror', (error) => {
    faults.add(String(error));
    failure.resolve();
  });
  page.on('request', (request) => {
    const isOwn = new URL(request.url()).origin === origin;
    if (isOwn || !request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    faults.add(`It leaves the site for ${request.url()}`);
    failure.resolve();
  });
  page.on('console', (message) => {
    if (message.type() === 'warning') readingWarnings.push(readWarning(message));
    if (message.type() !== 'error') return;
    // Without the trace, which is of minified code.
    const [text = ''] = message.text().split('\n');
    const { url } = message.location();
    // The page for unknown paths is one itself.
    if (url === page.url() && text.includes('404 (Not Found)')) return;
    // The policy refuses an origin that the section did not ask for.
    const isRefused = text.includes('Content Security Policy');
    if (ignored?.test(text)) return;
    if (!isRefused && outOfReach.some((other) => `${url} ${text}`.includes(other))) return;
    faults.addRepeated(text);
  });

  /** The shell logs what failed, with the cause: a release, or a section while rendering. */
  async function readWarning(message: ConsoleMessage): Promise<void> {
    const failed = await message
      .args()[0]
      ?.evaluate((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'ReleaseFailedError') return undefined;
        const { message: text, cause } = error;
        return cause ? `${text}: ${String(cause).split('\n')[0]}` : text;
      })
      // A page that navigated cannot be evaluated any more.
      .catch(() => undefined);
    if (failed) faults.add(failed);
  }

  return {
    page,
    /** Adds what was found by examining the page. */
    addFault: faults.add,
    /** Adds what all other faults follow from. */
    addCause: faults.addCause,
    faults: faults.list,
    /** Leaves out what the browser logs in these words. */
    ignore(words: RegExp): void {
      ignored = words;
    },
    /** Resolves when something is thrown or the page leaves the site: waiting is over then. */
    failed: failure.promise,
    /** Resolves when pending warnings are read; in a page of endless work, never. */
    warningsRead: () => Promise.all(readingWarnings),
  };
}

/** The faults of a page, each once; of what the browser logs in the same words the first, with a count. */
export function createFaults() {
  const counts = new Map<string, { text: string; count: number }>();
  const causes = new Set<string>();
  const addAs = (kind: string, text: string) => {
    const { count = 0, text: first = text } = counts.get(kind) ?? {};
    counts.set(kind, { text: first, count: count + 1 });
  };
  return {
    add: (fault: string) => addAs(fault, fault),
    /** Adds what differs from others by numbers, hashes and what is quoted alone. */
    addRepeated: (fault: string) =>
      addAs(fault.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`|\bsha256-\S+|\d+/g, ''), fault),
    /** Adds what all others follow from: they are not listed. */
    addCause: (fault: string) => void causes.add(fault),
    list(): string[] {
      if (causes.size > 0) return [...causes];
      return [...counts].map(([kind, { text, count }]) =>
        count > 1 && kind !== text ? `${text} (and ${count - 1} more like it)` : text,
      );
    },
  };
}

/** A site that the browser can open, until it is closed. */
export type ServedSite = ReturnType<Awaited<ReturnType<typeof shutNetwork>>['serve']>;

/**
 * All of the network that a browser has: a proxy that answers for the sites given to it and refuses
 * every other address. A content policy would not do: it does not govern navigation.
 */
async function shutNetwork() {
  const sites = new Map<string, RequestListener>();
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? '');
    const site = address && sites.get(address.host);
    if (!site) return response.writeHead(403).end();
    request.url = address.pathname + address.search;
    site(request, response);
  });
  // The server hands the socket over and listens to it no more: a browser may reset it at any time.
  server.on('connect', (_request, socket) =>
    socket.on('error', () => {}).end('HTTP/1.1 403 Forbidden\r\n\r\n'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  let served = 0;
  return {
    // Options for the browser, so that all of its traffic ends in this process.
    args: [
      `--proxy-server=http://127.0.0.1:${port}`,
      // Without it, addresses of this machine would be asked directly.
      '--proxy-bypass-list=<-loopback>',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
    /**
     * Gives this browser a site that it can open.
     * @param outOfReach origins that its pages may request, without an answer
     */
    serve(site: RequestListener, outOfReach: readonly string[] = []) {
      served += 1;
      // A name that browsers trust like a secure address, and that no resolver is asked for.
      const host = `site-${served}.localhost`;
      sites.set(host, site);
      return {
        origin: `http://${host}`,
        outOfReach,
        [Symbol.dispose]: () => void sites.delete(host),
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
