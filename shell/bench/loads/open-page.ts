import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { watchPage } from './page-probe.ts';
import type { Profile } from './profiles.ts';

/** A link: an address of the site that shows it, and where it leads. */
export interface Link {
  from: string;
  to: string;
}

/** A request as the browser made it. */
export interface LoggedRequest {
  path: string;
  /** In ms since the first request of the log. */
  start: number;
  /** The compressed body; 0 from the cache. */
  bytes: number;
  isCached: boolean;
}

/** A page of its own under a profile, with everything written down. */
export interface OpenPage {
  page: Page;
  requests: readonly LoggedRequest[];
}

/** A visitor who has never been here: nothing is in the cache. */
export async function newVisitor(browser: Browser, profile: Profile): Promise<BrowserContext> {
  const { viewport, deviceScaleFactor } = profile;
  const visitor = await browser.newContext({
    viewport,
    deviceScaleFactor,
    locale: 'en-GB',
    colorScheme: 'dark',
  });
  await visitor.addInitScript(watchPage);
  return visitor;
}

/**
 * Follows a link on another site, as visitors come: from an empty tab a policy that isolates the page
 * has the browser change processes once the answer is there.
 */
export async function openPage(
  visitor: BrowserContext,
  link: Link,
  profile: Profile,
): Promise<OpenPage> {
  const page = await visitor.newPage();
  const devtools = await visitor.newCDPSession(page);
  await page.goto(link.from);
  const requests = await logRequests(devtools);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latency,
    downloadThroughput: profile.down / 8,
    uploadThroughput: profile.up / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu });
  await page.setContent(`<a href="${link.to}">A friend's portfolio</a>`);
  await page.getByRole('link').click();
  await page.waitForURL(link.to, { waitUntil: 'load', timeout: 60_000 });
  return { page, requests };
}

/** Writes down every request of a page from now on. */
async function logRequests(devtools: CDPSession): Promise<readonly LoggedRequest[]> {
  const requests: LoggedRequest[] = [];
  const byId = new Map<string, LoggedRequest>();
  let began: number | undefined;

  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { protocol, pathname } = new URL(request.url);
    if (!protocol.startsWith('http')) return;
    began ??= timestamp;
    const start = (timestamp - began) * 1000;
    const logged = { path: pathname, start, bytes: 0, isCached: false };
    byId.set(requestId, logged);
    requests.push(logged);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => {
    const logged = byId.get(requestId);
    if (logged) logged.isCached = true;
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const logged = byId.get(requestId);
    if (!logged) return;
    logged.isCached ||= response.fromDiskCache === true;
    const length = Object.entries(response.headers).find(([name]) =>
      /^content-length$/i.test(name),
    );
    logged.bytes = logged.isCached ? 0 : Number(length?.[1] ?? 0);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const logged = byId.get(requestId);
    // Of what has not changed only headers came.
    if (logged) logged.bytes = Math.min(logged.bytes, encodedDataLength);
  });
  await devtools.send('Network.enable');
  return requests;
}

/** Whether it is a script, by its ending: the browser files preloads under other kinds. */
export function isScript({ path }: LoggedRequest): boolean {
  return /\.m?js$/.test(path);
}

export function sumBytes(requests: readonly LoggedRequest[]): number {
  return requests.reduce((sum, { bytes }) => sum + bytes, 0);
}
