import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { browserOptions } from '@portfolio/cli/browser';
import { chromium } from 'playwright';
import { measureLoads } from './loads/measure-loads.ts';
import { fast, slow } from './loads/profiles.ts';
import type { BenchOptions } from './options.ts';
import { drawChart } from './report/chart.ts';
import { loadTables } from './report/load-tables.ts';
import { serveStatic } from './variants/serve-static.ts';
import {
  type RunningColumn,
  type RunningVariant,
  runVariant,
  variants,
} from './variants/variants.ts';

/** Builds the variants, serves them, and looks at their pages as a visitor would. */
export async function measurePages(
  options: BenchOptions,
): Promise<{ markdown: string; chart: string; readableMs: number }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-bench-'));
  const browser = await chromium.launch(browserOptions());
  const running: RunningVariant[] = [];
  const served: RunningColumn[] = [];
  try {
    for (const variant of variants) running.push(await runVariant(variant, folder));
    const profiles = [slow, fast];
    const ours = running.find(({ name }) => name === 'site')?.site.url ?? '';
    const files = await serveStatic(ours, options.pages);
    served.push(files);
    const loads = await measureLoads(browser, [...running, files], files.otherSite, {
      ...options,
      profiles,
    });
    const slowLoads = loads.filter(({ profile }) => profile === slow.name);
    const home = slowLoads.find(({ page, variant }) => page === 'home' && variant === 'site');
    return {
      markdown: loadTables(loads, profiles),
      chart: drawChart(slowLoads, `First visit on a ${slow.title}`),
      readableMs: Math.round(home?.first.heading ?? 0),
    };
  } finally {
    await browser.close();
    for (const { site } of [...running, ...served]) await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
