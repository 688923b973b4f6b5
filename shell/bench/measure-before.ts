import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { browserOptions } from '@portfolio/cli/browser';
import { chromium } from 'playwright';
import { startSite } from '../e2e/fixtures/running-site.ts';
import { measureLoads, type Result } from './loads/measure-loads.ts';
import { fast, slow } from './loads/profiles.ts';
import type { BenchOptions } from './options.ts';
import { asRatio, toTable } from './report/markdown-table.ts';
import { buildSite } from './variants/build-site.ts';
import { commitBefore, serveBefore } from './variants/serve-before.ts';
import type { RunningColumn } from './variants/variants.ts';

/**
 * The second wait: a page that can be read at once may not become usable later than one that was made
 * by the app. Both in one run, in turns, and measured the same way.
 */
export async function measureBefore(options: BenchOptions): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-before-'));
  const browser = await chromium.launch(browserOptions());
  const running: RunningColumn[] = [];
  try {
    const dataDir = path.join(folder, 'site');
    await buildSite(dataDir);
    running.push({ name: 'site', title: 'this site', site: await startSite({}, dataDir) });
    running.push(await serveBefore(folder));
    const profiles = [slow, fast];
    const results = await measureLoads(browser, running, { ...options, profiles });
    const tables = profiles.map(
      ({ name, title }) => `${title}:\n\n${tableOf(results.filter((r) => r.profile === name))}`,
    );
    return `### Until the app has the page, beside commit ${commitBefore}\n\n${tables.join('\n\n')}`;
  } finally {
    await browser.close();
    for (const { site } of running) await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function tableOf(results: readonly Result[]): string {
  const head = ['first visit', 'text ms', '×', 'taken over ms', '×', 'blocking ms', '×'];
  const rows = results.map(({ page, variant, first }) => {
    const before = results.find((other) => other.page === page && other.variant === 'before');
    const values = (['heading', 'takenOver', 'blocking'] as const).flatMap((key) => [
      first[key].toFixed(),
      before ? asRatio(first[key], before.first[key]) : '–',
    ]);
    return [`/${page}, ${variant === 'site' ? 'this site' : commitBefore}`, ...values];
  });
  return toTable([head, ...rows]);
}
