import type { Browser, BrowserContext, Page } from 'playwright';
import { watchPage } from './page-probe.ts';
import type { Profile } from './profiles.ts';
import { type LoggedRequest, logRequests } from './request-log.ts';

/** A link: an address of the site that shows it, and where it leads. */
export interface Link {
  from: string;
  to: string;
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
