import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { browserOptions } from '@portfolio/cli/browser';
import { chromium } from 'playwright';
import { startSite } from '../e2e/fixtures/running-site.ts';
import { measureLoads } from './loads/measure-loads.ts';
import { fast, slow } from './loads/profiles.ts';
import type { BenchOptions } from './options.ts';
import { drawChart } from './report/chart.ts';
import { loadTables } from './report/load-tables.ts';
import { buildBundle } from './variants/build-bundle.ts';
import { buildSite } from './variants/build-site.ts';
import { serveStatic } from './variants/serve-static.ts';
import type { RunningColumn } from './variants/variants.ts';

/** Builds the variants, serves them, and looks at their pages as a visitor would. */
export async function measurePages(
  options: BenchOptions,
): Promise<{ markdown: string; chart: string; readableMs: number }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-bench-'));
  const browser = await chromium.launch(browserOptions());
  const running: RunningColumn[] = [];
  try {
    for (const [name, build] of [
      ['site', buildSite],
      ['bundle', buildBundle],
    ] as const) {
      console.log(`Building the ${name} …`);
      const dataDir = path.join(folder, name);
      await build(dataDir);
      // By the very API of the site, from a store of its own.
      running.push({ name, ...(await startSite({}, dataDir)) });
    }
    const files = await serveStatic(running[0]?.url ?? '', options.pages);
    running.push(files);
    const profiles = [slow, fast];
    const plan = { ...options, profiles };
    const loads = await measureLoads(browser, running, files.otherSite, plan);
    const slowLoads = loads.filter(({ profile }) => profile === slow.name);
    const home = slowLoads.find(({ page, variant }) => page === 'home' && variant === 'site');
    return {
      markdown: loadTables(loads, profiles),
      chart: drawChart(slowLoads, `First visit on a ${slow.title}`),
      readableMs: Math.round(home?.first.heading ?? 0),
    };
  } finally {
    await browser.close();
    for (const { stop } of running) await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
