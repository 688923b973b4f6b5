import type { RunningSite } from '../fixtures/running-site.ts';
import { expect, test as withSites } from '../fixtures/sites.ts';
import { computer, phone } from '../fixtures/windows.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type EngineName, findBrowser, type RunningEngine, startEngine } from './start-engine.ts';
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

/** A journey in any engine. `visitor` comes through the faultProxy, in English and dark, in WebKit on a phone. */
export const test = withSites.extend<Fixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  expectedComplaints: [[], { option: true }],

  engine: [
    async ({ engineName, playwright }, use) => {
      const engine = await startEngine(playwright[engineName]);
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  onlyWithEngine: [
    async ({ engineName, playwright }, use, testInfo) => {
      testInfo.skip(
        !findBrowser(playwright[engineName]),
        `There is no ${engineName} on this machine`,
      );
      await use(undefined);
    },
    { auto: true },
  ],

  visitedSite: ({ site }, use) => use(site),

  faultProxy: async ({ visitedSite, engineName }, use) => {
    const faultProxy = await startFaultProxy(visitedSite.url);
    if (engineName === 'webkit') faultProxy.addInitScript(calmSkeletons);
    await use(faultProxy);
    await faultProxy.close();
  },

  visitor: async ({ engine, engineName, faultProxy, expectedComplaints }, use) => {
    const tab = await engine.openTab(engineName === 'webkit' ? phone : computer);
    await use(visit(tab, faultProxy.url));
    const isExpected = (said: string) => expectedComplaints.some((known) => known.test(said));
    // A page that is left while it loads complains.
    const unexpected = faultProxy.complaints.filter((said) => !isExpected(said));
    await tab.close();
    expect(unexpected, 'The console is calm').toEqual([]);
  },
});

/** Runs in the page: without a graphics card WebKit paints skeletons out of sight, too, on all processors. */
function calmSkeletons(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[aria-busy] { animation: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** A journey with a site of its own, for deploys and faults. */
export const testAtOwnSite = test.extend<{ visitedSite: RunningSite }>({
  visitedSite: ({ ownSite }, use) => use(ownSite),
});

export { expect };
