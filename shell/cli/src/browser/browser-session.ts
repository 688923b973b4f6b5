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

/** The browser failed, not a page; the message ends a sentence. */
export class BrowserFailedError extends Error {
  override name = 'BrowserFailedError';
}

/** An open page in its own browser context, with its faults so far. */
export type Inspection = ReturnType<typeof observe>;

/** A running browser that reaches only sites of this process. */
export type BrowserSession = Awaited<ReturnType<typeof startBrowser>>;

/** How long closing waits for a page in an endless loop, which the end of the browser stops. */
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
    /** A sentence that says why the browser has no sandbox; undefined if it has one. */
    unsandboxed,
    serve: network.serve,
    /** Opens a page that cannot leave the site. @throws BrowserFailedError when the browser or the tab crashes */
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
      // Kills a browser that does not close.
      await browser.close();
      network.close();
    },
  };
}

/** Starts the browser with its sandbox, which root and containers without user namespaces lack. */
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

/** Runs in every page before its scripts. */
function prepare() {
  const refusedStyles = new Set<string>();
  Object.assign(globalThis, {
    refusedStyles,
    // The kit adds the paths of missing texts.
    missingTexts: new Set<string>(),
    // Only a second barrier: the proxy refuses the connections.
    RTCPeerConnection: undefined,
    webkitRTCPeerConnection: undefined,
  });
  // Faults are collected here instead.
  navigator.sendBeacon = () => true;
  addEventListener('securitypolicyviolation', (violation) => {
    const { target, effectiveDirective, sourceFile, lineNumber, columnNumber } = violation;
    // styled-components writes text only while a page is made; for visitors it inserts rules.
    const isStyled = target instanceof HTMLElement && 'styled' in target.dataset;
    if (effectiveDirective === 'style-src-elem' && !isStyled)
      refusedStyles.add(`${sourceFile}:${lineNumber}:${columnNumber}`);
  });
}

/** Collects a page's exceptions, logged errors, and navigations to other sites. */
function observe(page: Page, { origin, outOfReach }: ServedSite) {
  const faults = createFaults();
  const readingWarnings: Promise<void>[] = [];
  const failure = Promise.withResolvers<void>();
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
    // The other lines are a trace of minified code.
    const [text = ''] = message.text().split('\n');
    const { url } = message.location();
    // The page for unknown paths has this status itself.
    if (url === page.url() && text.includes('404 (Not Found)')) return;
    // The policy refuses origins that the section did not request.
    const isRefused = text.includes('Content Security Policy');
    // `refusedStyles` has the place in the script.
    if (isRefused && text.includes('inline style')) return;
    if (!isRefused && outOfReach.some((other) => `${url} ${text}`.includes(other))) return;
    faults.addRepeated(text);
  });

  /** Reads the error that the shell logs when a release fails. */
  async function readWarning(message: ConsoleMessage): Promise<void> {
    const failed = await message
      .args()[0]
      ?.evaluate((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'ReleaseFailedError') return undefined;
        const { message: text, cause } = error;
        return cause ? `${text}: ${String(cause).split('\n')[0]}` : text;
      })
      // The page may have navigated.
      .catch(() => undefined);
    if (failed) faults.add(failed);
  }

  return {
    page,
    addFault: faults.add,
    addCause: faults.addCause,
    faults: faults.list,
    /** Resolves on an exception or a navigation to another site, after which waiting is useless. */
    failed: failure.promise,
    /** Resolves when pending warnings are read; never in a page with an endless loop. */
    warningsRead: () => Promise.all(readingWarnings),
  };
}

/** Collects the faults of a page without repetitions. */
export function createFaults() {
  const counts = new Map<string, { text: string; count: number }>();
  const causes = new Set<string>();
  const addAs = (kind: string, text: string) => {
    const { count = 0, text: first = text } = counts.get(kind) ?? {};
    counts.set(kind, { text: first, count: count + 1 });
  };
  return {
    add: (fault: string) => addAs(fault, fault),
    /** Adds a fault; those that differ only by numbers, hashes and quotations are counted. */
    addRepeated: (fault: string) =>
      addAs(fault.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`|\bsha256-\S+|\d+/g, ''), fault),
    /** Adds a fault that causes all others, which are not listed then. */
    addCause: (fault: string) => void causes.add(fault),
    list(): string[] {
      if (causes.size > 0) return [...causes];
      return [...counts].map(([kind, { text, count }]) =>
        count > 1 && kind !== text ? `${text} (and ${count - 1} more like it)` : text,
      );
    },
  };
}

/** A site that the browser can open until its disposal. */
export type ServedSite = ReturnType<Awaited<ReturnType<typeof shutNetwork>>['serve']>;

/**
 * Starts a proxy as the browser's only network. It answers for its sites and refuses all other addresses. A
 * content security policy would not be enough, as it does not govern navigation.
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
  // The server no longer handles the socket's errors, and a browser may reset it at any time.
  server.on('connect', (_request, socket) =>
    socket.on('error', () => {}).end('HTTP/1.1 403 Forbidden\r\n\r\n'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  let served = 0;
  return {
    // These options lead all traffic of the browser to the proxy.
    args: [
      `--proxy-server=http://127.0.0.1:${port}`,
      // Otherwise addresses of this machine bypass the proxy.
      '--proxy-bypass-list=<-loopback>',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
    /**
     * Makes a site reachable for the browser.
     * @param outOfReach origins that pages may request, without an answer
     */
    serve(site: RequestListener, outOfReach: readonly string[] = []) {
      served += 1;
      // Browsers treat this name as secure, and resolve it without DNS.
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
