import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { browserOptions } from './find-browser.ts';
import { type Observation, observe } from './observe.ts';
import { type ServedSite, type ShutNetwork, shutNetwork } from './shut-network.ts';

/** The browser, and not a page, is at fault; the message is the end of a sentence. */
export class BrowserFailedError extends Error {
  override name = 'BrowserFailedError';
}

/** A page of a context of its own, and what it shows to be wrong. */
export interface Visit extends Observation {
  page: Page;
}

/** One browser that is started once, sees only what is served here, and ends with this process. */
export interface Session {
  /** Why it runs without its sandbox, as a sentence; nothing when it has one. */
  unsandboxed: string | undefined;
  /** Gives this browser a site that it can open. */
  serve(site: RequestListener, outOfReach?: readonly string[]): ServedSite;
  /**
   * Opens a page that can go nowhere else, and closes it whatever comes of it.
   * @throws BrowserFailedError when the browser or the tab crashes meanwhile.
   */
  visit<Result>(
    site: ServedSite,
    options: BrowserContextOptions,
    work: (visit: Visit) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** How long closing waits for a page of endless work, which ends with its browser at the latest. */
const closingMs = 5000;

/** @throws NoBrowserError, BrowserFailedError */
export async function startSession(): Promise<Session> {
  const name = String(browserOptions().executablePath ?? chromium.executablePath());
  const network = await shutNetwork();
  const { browser, unsandboxed } = await launch(network).catch((error: Error) => {
    network.close();
    const [reason] = error.message.split('\n');
    throw new BrowserFailedError(`the browser ${name} cannot be started (${reason})`);
  });
  const crashed = new BrowserFailedError(`the browser ${name} crashed`);

  return {
    unsandboxed,
    serve: network.serve,
    async visit(site, options, work) {
      let end = () => {};
      const ended = new Promise<never>((_resolve, reject) => {
        end = () => reject(crashed);
      });
      ended.catch(() => {});
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
        const observation = observe(page, site);
        return await Promise.race([work({ page, ...observation }), ended]);
      } catch (error) {
        throw browser.isConnected() ? error : crashed;
      } finally {
        browser.off('disconnected', end);
        const closing = opening.then((context) => context.close()).catch(() => {});
        await Promise.race([closing, sleep(closingMs, undefined, { ref: false })]);
      }
    },
    async close() {
      // One that does not close by itself is killed.
      await browser.close();
      network.close();
    },
  };
}

/** With its sandbox wherever that can be started: root and containers without user namespaces lack it. */
async function launch({ args }: ShutNetwork): Promise<{ browser: Browser; unsandboxed?: string }> {
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
    // The kit adds the path of each text that is not there.
    missingTexts: new Set<string>(),
    // The proxy refuses its connections already.
    RTCPeerConnection: undefined,
    webkitRTCPeerConnection: undefined,
  });
}
