import { type RunningSite, startSite } from '../fixtures/running-site.ts';
import { expect, test as withSites } from '../fixtures/sites.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Engine, type EngineName, findEngine } from './find-engine.ts';
import { type RunningEngine, type Size, startEngine } from './start-engine.ts';
import { type Visitor, visit } from './visitor.ts';

interface Fixtures {
  /** Errors that a journey expects in the page. */
  expectedComplaints: readonly RegExp[];
  /** The visited site: shared and read-only, unless a journey uses its own. */
  visitedSite: RunningSite;
  faultProxy: FaultProxy;
  visitor: Visitor;
  onlyWithEngine: undefined;
}

export interface WorkerFixtures {
  engineName: EngineName;
  engine: RunningEngine;
}

/** Leaving a page aborts prefetches, of which Firefox compares the hash of an empty file. */
const brokenOff = /computed hash is “OLBgp1GsljhM2TJ\+/;

/**
 * A journey in any engine. `visitor` visits the released site through the faultProxy, in an English dark
 * browser.
 */
export const test = withSites.extend<Fixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  expectedComplaints: [[], { option: true }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(findEngine(engineName) as Engine);
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  onlyWithEngine: [
    async ({ engineName }, use, testInfo) => {
      testInfo.skip(!findEngine(engineName), `There is no ${engineName} on this machine`);
      await use(undefined);
    },
    { auto: true },
  ],

  visitedSite: ({ site }, use) => use(site),

  faultProxy: async ({ visitedSite }, use) => {
    const faultProxy = await startFaultProxy(visitedSite.url);
    await use(faultProxy);
    await faultProxy.close();
  },

  visitor: async ({ engine, engineName, faultProxy, expectedComplaints }, use) => {
    const complaints: string[] = [];
    const tab = await engine.openTab(windows[engineName][0], (error) => complaints.push(error));
    await use(visit(tab, faultProxy.url));
    await tab.close();
    const unexpected = [...complaints, ...faultProxy.complaints].filter(
      (said) => ![brokenOff, ...expectedComplaints].some((known) => known.test(said)),
    );
    expect(unexpected, 'The console is calm').toEqual([]);
  },
});

/** A journey with a site of its own, for deploys and faults. */
export const testAtOwnSite = test.extend<{ visitedSite: RunningSite }>({
  visitedSite: async ({ inbox }, use) => {
    const site = await startSite({ SMTP_URL: inbox.smtpUrl });
    await use(site);
    await site.stop();
  },
});

const computer = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** The most common windows of each engine. Chromium also tests how pages fit into all others. */
const windows: Record<EngineName, readonly [Size, ...Size[]]> = {
  chromium: [computer, phone],
  firefox: [computer],
  webkit: [phone],
};

/** Uses one visit for all windows of an engine, as a new visit takes long. */
export async function inEveryWindow(
  visitor: Visitor,
  look: (size: Size) => Promise<void>,
): Promise<void> {
  test.slow();
  for (const size of windows[test.info().project.name as EngineName])
    await test.step(`in a window of ${size.width} px`, async () => {
      await visitor.setViewportSize(size);
      await look(size);
    });
}

export { expect };
