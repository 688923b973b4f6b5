import { mkdtempDisposable } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromiumOptions } from '@portfolio/test-support/chromium.ts';
import { type Browser, chromium } from 'playwright';
import { startSite } from '../../e2e/fixtures/running-site.ts';
import { median } from '../markdown.ts';
import type { Extent, Report } from '../options.ts';
import { buildBundle } from './build-bundle.ts';
import { drawChart } from './chart.ts';
import { type Load, measureDepth, visitTwice } from './load-page.ts';
import { fast, type Profile, slow } from './profiles.ts';
import { serveStatic } from './serve-static.ts';
import { toTableOfLoads } from './tables.ts';
import type { Result, RunningVariant } from './variants.ts';

/** On a computer the site and the same page as a file differ by less than a frame. */
const timesAsMany = 4;

export async function measurePages({ visits, pages: most }: Extent): Promise<Report> {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'portfolio-bench-'));
  await using browser = await chromium.launch(chromiumOptions());
  const running: RunningVariant[] = [];
  try {
    const site = await startSite();
    const { url } = site;
    running.push({ name: 'site', ...site });
    await buildBundle(folder.path);
    // Served by the site's API, from a store of its own.
    running.push({ name: 'bundle', ...(await startSite({}, folder.path)) });
    const pages = (await findPages(url)).slice(0, most);
    const files = await serveStatic(url, pages);
    running.push(files);
    const look = async (profile: Profile, count: number) => {
      const results: Result[] = [];
      for (const page of pages)
        results.push(
          ...(await comparePage(browser, running, files.otherSite, page, profile, count)),
        );
      return results;
    };
    const onPhone = await look(slow, visits);
    const onComputer = await look(fast, visits * timesAsMany);
    const home = onPhone.find(({ page, variant }) => page === 'home' && variant === 'site');
    const readableMs = Math.round(home?.first.heading ?? 0);
    const scriptKb = Math.round((home?.first.scriptBytes ?? 0) / 1000);
    return {
      title: 'Visits',
      markdown: `Medians of ${visits} visits on the phone and ${visits * timesAsMany} on the computer.

### ${slow.title}\n\n${toTableOfLoads(onPhone)}\n\n### ${fast.title}\n\n${toTableOfLoads(onComputer)}`,
      files: {
        'result.svg': drawChart(onPhone, `First visit on a ${slow.title}`),
        '../../remote-home/src/measured.json': `{ "readableMs": ${readableMs}, "scriptKb": ${scriptKb} }\n`,
      },
    };
  } finally {
    for (const { stop } of running) await stop();
  }
}

async function findPages(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const found = sitemap.matchAll(/<loc>https?:\/\/[^/]+\/([\w-]+)<\/loc>/g);
  return [...found].map(([, page = '']) => page);
}

/** The variants take turns, so that other load on the machine affects all of them. */
async function comparePage(
  browser: Browser,
  variants: readonly RunningVariant[],
  otherSite: string,
  page: string,
  profile: Profile,
  count: number,
): Promise<Result[]> {
  const visits = new Map(variants.map((variant) => [variant, [] as Visit[]]));
  const linkTo = ({ url }: RunningVariant) => ({ from: otherSite, to: `${url}/${page}` });
  for (let visit = 1; visit <= count; visit += 1) {
    console.log(`/${page}, ${profile.title}, visit ${visit} of ${count}`);
    for (const [variant, done] of visits)
      done.push(await visitTwice(browser, linkTo(variant), profile));
  }
  const results: Result[] = [];
  for (const [variant, done] of visits)
    results.push({
      variant: variant.name,
      page,
      first: medians(done.map(({ first }) => first)),
      second: medians(done.map(({ second }) => second)),
      depth: await measureDepth(browser, linkTo(variant)),
    });
  return results;
}

type Visit = Awaited<ReturnType<typeof visitTwice>>;

function medians(loads: readonly Load[]): Load {
  const names = Object.keys(loads[0] ?? {}) as (keyof Load)[];
  const entries = names.map((name) => [name, median(loads.map((load) => load[name]))]);
  return Object.fromEntries(entries) as Load;
}
