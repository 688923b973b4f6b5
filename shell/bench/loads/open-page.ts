import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { watchPage } from './page-probe.ts';
import type { Profile } from './profiles.ts';
import { type LoggedRequest, logRequests } from './request-log.ts';

/** A page of its own under a profile, with everything written down. */
export interface OpenPage {
  page: Page;
  devtools: CDPSession;
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

export async function openPage(visitor: BrowserContext, profile: Profile): Promise<OpenPage> {
  const page = await visitor.newPage();
  const devtools = await visitor.newCDPSession(page);
  const requests = await logRequests(devtools);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latency,
    downloadThroughput: profile.down / 8,
    uploadThroughput: profile.up / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.cpu });
  return { page, devtools, requests };
}
