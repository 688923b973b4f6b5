/// <reference lib="dom" />

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { layoutOf, noPages } from '@portfolio/api/document/prerendered.ts';
import { defaultLanguage } from '@portfolio/contract/texts.ts';
import { contentFile } from '@portfolio/releases/contents/contents.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import type { PrerenderedPage, PrerenderedPages } from '@portfolio/releases/release/parse-pages.ts';
import { findRelease } from '@portfolio/releases/store/release-rows.ts';
import type axe from 'axe-core';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { cache, fileOnce, readCached } from '../build/package-cache.ts';
import {
  type InspectedPage,
  openInspectedPage,
  PageFailedError,
  pathOfPage,
  type Stage,
  serveSet,
} from './inspect-page.ts';
import type { PageToMake } from './list-missing-pages.ts';
import { hashOfPage } from './pages-made-once.ts';

declare global {
  var seenShift: number;
}

type PageToSee = InspectedPage & Pick<PageToMake, 'layout'>;

interface Seen {
  /** One for each of `views`. */
  pictures: Buffer[];
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

/** Half as long as the module's own text. */
const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** As PNG a picture takes three times as long. */
const shot = { fullPage: true, animations: 'disabled', type: 'jpeg', quality: 95 } as const;

/** An examination takes ten seconds on two busy cores. */
const timeoutMs = 30_000;

/**
 * Examines the main page of a release (of a shell the one for unknown paths) in each window size and theme, and
 * compares its pictures with those of the live page, if this machine has or can take them.
 * @param report called with hints, and with the share of each picture that differs
 * @throws PageFailedError for serious faults of accessibility
 */
export async function examineLooks(
  stage: Stage,
  { next, live, made }: { next: PageToSee; live: LiveSet; made: PrerenderedPages },
  report: (line: string) => void,
): Promise<void> {
  const path = pathOfPage(next);
  const { pictures, faults, told } = await seeOnce(stage, next, made.get(defaultLanguage));
  for (const line of told) report(`Looks: ${path} ${line}`);
  if (faults.length > 0) throw new PageFailedError('not usable', faults);
  const { name: section } = next.release;
  const release = releasesOf(live).find(({ name }) => name === section);
  if (!release) return;
  const entry = live.pages.find((page) => page.section === section);
  const before = await seeOnce(stage, { release, set: live, layout: layoutOf(live), entry });
  for (const [turn, { width, theme, name }] of views.entries()) {
    const compared = await comparePictures(before.pictures[turn], pictures[turn]);
    if (!compared) continue;
    const kept = `looks/${next.release.name}-${next.release.id}-${name}.jpg`;
    await cache(kept, compared.picture);
    const at = `${path} at ${width} px, ${theme}`;
    report(`Looks: ${at}, ${compared.percent.toFixed(1)} % differ: ${fileOnce(kept)}`);
  }
}

/** Sees a page, or finds its pictures in the cache; only there if the files of its release are not here. */
async function seeOnce(stage: Stage, page: PageToSee, markup?: PrerenderedPage): Promise<Seen> {
  const nothing = { pictures: [], faults: [], told: [] };
  const release = findRelease(stage.store, page.release);
  const entry = release?.files[release.entry];
  if (!release || !entry) return nothing;
  const hash = hashOfPage({ ...page, release });
  const files = views.map(({ name }) => `looks/${hash}/${name}.jpg`);
  const known = await Promise.all(files.map(readCached));
  const pictures = known.filter((picture) => picture !== undefined);
  if (pictures.length === views.length) return { ...nothing, pictures };
  if (!existsSync(contentFile(stage.store, hashName(entry)))) return nothing;
  const seen = await see(stage, page, markup);
  if (seen.faults.length > 0) return seen;
  await Promise.all(seen.pictures.map((picture, turn) => cache(String(files[turn]), picture)));
  return seen;
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
  const seen: Seen = { pictures: [], faults: [], told: [] };
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
  await page.evaluate(readFileSync(axeScript, 'utf8'));
  const known = new Set<string>();
  for (const { width, height, theme } of views) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const found = await page.evaluate(runAxe);
    for (const { id, impact, help, html } of found) {
      const isHindering = impact === 'serious' || impact === 'critical';
      const sentence = `at ${width} px, ${theme}: ${help} (${id}): ${html}`;
      if (!known.has(id)) (isHindering ? faults : told).push(sentence);
      known.add(id);
    }
    pictures.push(await page.screenshot(shot));
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
  // In the midst of a transition to the other theme nothing has its contrast.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
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
  if (!before || !after || before.equals(after)) return undefined;
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
  const differs = (at: number) => Math.abs((old[at] ?? 0) - (now[at] ?? 0)) > sameChannel;
  let differing = 0;
  for (let at = 0; at < old.length; at += 3) {
    if (differs(at) || differs(at + 1) || differs(at + 2)) differing += 1;
  }
  const percent = (100 * differing) / (width * height);
  if (percent < 0.1) return undefined;
  const picture = await grown(before, one)
    .extend({ right: width, background })
    .composite([{ input: after, left: width, top: 0 }])
    .jpeg()
    .toBuffer();
  return { percent, picture };
}
