/// <reference lib="dom" />

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { noPages } from '@portfolio/api/document/prerendered.ts';
import { defaultLanguage } from '@portfolio/contract/texts.ts';
import { contentFile } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import type { PrerenderedPage } from '@portfolio/releases/release/parse-pages.ts';
import { findRelease } from '@portfolio/releases/store/release-rows.ts';
import axe from 'axe-core';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { fileOnce, makeOnce } from '../build/package-cache.ts';
import {
  type InspectedPage,
  openInspectedPage,
  pathOfPage,
  type Stage,
  serveSet,
} from './inspect-page.ts';
import { hashOfPage } from './pages-made-once.ts';

declare global {
  var seenShift: number;
}

export interface PageToSee extends InspectedPage {
  layout: string;
}

/** The pictures of a page in each window size and theme, and its faults. */
interface Seen {
  pictures: Map<string, Buffer>;
  /** Serious faults of accessibility, as sentences. */
  faults: string[];
  /** Hints for the team. */
  told: string[];
}

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const views = windows.flatMap((size) =>
  (['dark', 'light'] as const).map((theme) => ({ ...size, theme, name: `${size.width}-${theme}` })),
);

/** WCAG 1.4.10: at this width a page must not scroll sideways. */
const narrow = { width: 320, height: 640 };

/** The bound of a good layout shift in Core Web Vitals. */
const mostShift = 0.1;

/** An examination takes ten seconds on two busy cores. */
const timeoutMs = 30_000;

/**
 * Examines a new page in each window size and theme, and compares its pictures with those of the live page, if
 * this machine has or can take them.
 * @param report called with hints, and with the share of each picture that differs
 * @returns serious faults of accessibility
 */
export async function lookAtPage(
  stage: Stage,
  {
    next,
    live,
    markup,
  }: { next: PageToSee; live?: PageToSee | undefined; markup: PrerenderedPage },
  report: (line: string) => void,
): Promise<readonly string[]> {
  const path = pathOfPage(next);
  const { pictures, seen } = await takeOnce(stage, next, markup);
  for (const line of seen?.told ?? []) report(`Looks: ${path} ${line}`);
  const faults = seen?.faults ?? [];
  if (faults.length > 0 || !live) return faults;
  const { pictures: before } = await takeOnce(stage, live);
  for (const { width, theme, name } of views) {
    const compared = await comparePictures(before.get(name), pictures.get(name));
    if (!compared) continue;
    const kept = `looks/${next.release.name}-${next.release.id}-${name}.png`;
    await makeOnce(kept, async () => compared.picture);
    const at = `${path} at ${width} px, ${theme}`;
    report(`Looks: ${at}, ${compared.percent.toFixed(1)} % differ: ${fileOnce(kept)}`);
  }
  return [];
}

/** Takes the pictures of a page or finds them in the cache; only the cache if the files are not here. */
async function takeOnce(stage: Stage, page: PageToSee, markup?: PrerenderedPage) {
  const release = findRelease(stage.store, page.release);
  const pictures = new Map<string, Buffer>();
  let seen: Seen | undefined;
  const entry = release?.files[release.entry];
  const isHere = entry && existsSync(contentFile(stage.store, hashName(entry)));
  for (const { name } of release ? views : []) {
    const hash = release && hashOfPage({ ...page, release });
    const picture = await makeOnce(`looks/${hash}/${name}.png`, async () => {
      if (!isHere) return undefined;
      seen ??= await see(stage, page, markup);
      return seen.faults.length > 0 ? undefined : seen.pictures.get(name);
    });
    if (picture) pictures.set(name, picture);
  }
  return { pictures, seen };
}

async function see(
  stage: Stage,
  inspected: PageToSee,
  markup: PrerenderedPage | undefined,
): Promise<Seen> {
  const { name, id } = inspected.release;
  const pageOf = markup ? () => ({ ...markup, madeOf: `${name}@${id}` }) : noPages;
  using site = serveSet(stage, inspected.set, pageOf);
  const options = { locale: defaultLanguage, reducedMotion: 'reduce' } as const;
  const seen: Seen = { pictures: new Map(), faults: [], told: [] };
  await stage.session.inspect(site, options, async (inspection) => {
    await inspection.page.setViewportSize({ width: 1440, height: 900 });
    await inspection.page.addInitScript(watchShift);
    await openInspectedPage(inspection, site, inspected, stage);
    // A page in an endless loop is never drawn.
    const deadline = sleep(timeoutMs, false, { ref: false });
    const examining = examine(inspection.page, seen).then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([examining, deadline])))
      seen.told.push('was not seen as a whole: it does not come to rest.');
  });
  return seen;
}

async function examine(page: Page, { pictures, faults, told }: Seen): Promise<void> {
  const shift = await page.evaluate(() => globalThis.seenShift);
  // What a page adds at the first sign of a visitor is in all pictures, instead of in those after a timer.
  await page.evaluate(() => document.dispatchEvent(new PointerEvent('pointermove')));
  if (shift > mostShift) told.push(`jumps while it loads (a shift of ${shift.toFixed(2)}).`);
  // Evaluated by the debugger, to which the content security policy does not apply.
  await page.evaluate(axe.source);
  const known = new Set<string>();
  for (const { width, height, theme, name } of views) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const found = await page.evaluate(runAxe);
    for (const { id, impact, help, html } of found) {
      const isHindering = impact === 'serious' || impact === 'critical';
      const sentence = `at ${width} px, ${theme}: ${help} (${id}): ${html}`;
      if (!known.has(id)) (isHindering ? faults : told).push(sentence);
      known.add(id);
    }
    pictures.set(name, await page.screenshot({ fullPage: true, animations: 'disabled' }));
  }
  await page.setViewportSize(narrow);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > narrow.width)
    told.push(`is ${wide} px wide in a window of ${narrow.width} px: it scrolls sideways.`);
}

/** Runs in the page before its scripts: adds up layout shifts. */
function watchShift(): void {
  globalThis.seenShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      globalThis.seenShift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: checks WCAG 2.2 AA. @returns each broken rule with its first element */
async function runAxe() {
  // The second frame is for what React renders after the new width.
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { axe: here } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await here.run({ runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, impact, help, nodes }) => {
    const html = nodes[0]?.html.slice(0, 120) ?? '';
    return { id, impact, help, html };
  });
}

/** How much a channel of two pixels may differ, as the smoothing of letters varies. */
const sameChannel = 16;

/** @returns both pictures side by side; undefined if they look the same, or one is missing */
export async function comparePictures(before: Buffer | undefined, after: Buffer | undefined) {
  if (!before || !after) return undefined;
  const [one, other] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()]);
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const background = { r: 255, g: 0, b: 255, alpha: 1 };
  const grown = (picture: Buffer, { width: own, height: tall }: typeof one) =>
    sharp(picture)
      .extend({ right: width - own, bottom: height - tall, background })
      .removeAlpha();
  const [old, now] = await Promise.all([
    grown(before, one).raw().toBuffer(),
    grown(after, other).raw().toBuffer(),
  ]);
  let differing = 0;
  for (let at = 0; at < old.length; at += 3) {
    const isOther = [0, 1, 2].some(
      (channel) => Math.abs((old[at + channel] ?? 0) - (now[at + channel] ?? 0)) > sameChannel,
    );
    if (isOther) differing += 1;
  }
  const percent = (100 * differing) / (width * height);
  if (percent < 0.1) return undefined;
  const picture = await grown(before, one)
    .extend({ right: width, background })
    .composite([{ input: after, left: width, top: 0 }])
    .png()
    .toBuffer();
  return { percent, picture };
}
