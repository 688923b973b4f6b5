import {
  hintSeconds,
  isMotionWelcome,
  reloadTexts,
  replaceRelease,
  type Swapped,
  showHint,
} from '@portfolio/kit';
import { releaseMap } from '../federation/release-map.ts';
import { sectionLoader } from '../federation/section-loader.ts';

let lastHint: number | undefined;

/**
 * Replaces the release of a section by its other one, with its texts, for this visitor only.
 * @throws when the release or its texts do not load; then everything stays
 */
export async function swapSection(
  section: string,
  say: (swapped: Swapped) => string,
  openPage: () => Promise<void> | undefined,
): Promise<void> {
  const start = performance.now();
  const before = sectionLoader.loaded(section)?.release;
  const [live, ...others] = releaseMap.sections[section] ?? [];
  const release = before === live ? others[0] : live;
  if (!release) return;
  const opened = await sectionLoader.openRelease(section, release);
  let words = '';
  await layBricks(async () => {
    const top = topOfFocus();
    replaceRelease(section, release.id);
    try {
      await reloadTexts();
    } catch (error) {
      if (before) replaceRelease(section, before.id);
      throw error;
    }
    const swapped = {
      release: `${section}@${release.id}`,
      isLive: release === live,
      ...measureSince(start),
    };
    words = say(swapped);
    paint(section, swapped.isLive);
    sectionLoader.put(section, { ...opened, swapped });
    await openPage();
    const topNow = topOfFocus();
    // The pressed button stays under the pointer where the part above it has another height.
    if (top && topNow) scrollBy({ top: topNow - top, behavior: 'instant' });
  });
  lastHint = showHint({ kind: 'success', words, seconds: hintSeconds.success }, lastHint);
}

function topOfFocus(): number | undefined {
  const { activeElement, body } = document;
  return activeElement === body ? undefined : activeElement?.getBoundingClientRect().top;
}

const colors = ['primary', 'accent', 'button'];

/** Sections that show their other release. */
const others = new Set<string>();

const paints = new CSSStyleSheet();

/** Gives the other release of a section another hue, with the contrast kept, so that the swap can be seen. */
function paint(section: string, isLive: boolean): void {
  if (isLive) others.delete(section);
  else others.add(section);
  const own = colors.map((color) => `--own-${color}: var(--${color});`);
  const turned = colors.map(
    (color) =>
      `--${color}: oklch(from var(--own-${color}) calc(l - 0.03) calc(c * 0.6) calc(h + 200));`,
  );
  const rules = releaseMap.pages
    .filter((page) => others.has(page.section))
    .map(
      ({ path }) =>
        `:root:has(header [href^='${path}'][aria-current='page']) main { ${turned.join(' ')} }`,
    );
  paints.replaceSync(`:root { ${own.join(' ')} } ${rules.join(' ')}`);
  if (!document.adoptedStyleSheets.includes(paints)) document.adoptedStyleSheets.push(paints);
}

function measureSince(start: number): Pick<Swapped, 'ms' | 'bytes'> {
  const fetched = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime >= start) as PerformanceResourceTiming[];
  const bytes = fetched.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return { ms: Math.round(performance.now() - start), bytes };
}

/** Changes the panel in a view transition of its own, which does not capture header and wall. */
async function layBricks(change: () => Promise<void>): Promise<void> {
  const panel = document.querySelector('main')?.parentElement;
  if (!panel || !('startViewTransition' in document) || !isMotionWelcome()) return change();
  const root = document.documentElement;
  const header = document.querySelector('header')?.offsetHeight ?? 0;
  const topOf = () => panel.getBoundingClientRect().top;
  const oldTop = topOf();
  let translate = '0';
  panel.style.viewTransitionName = 'room';
  const transition = document.startViewTransition(async () => {
    await change();
    // Scroll anchoring moves the panel where the part above the plan has another height.
    const top = topOf();
    root.style.setProperty('--above', `${Math.max(0, header - top)}px`);
    translate = `0 ${oldTop - top}px`;
  });
  transition.ready.then(
    () =>
      root.animate(
        { translate: [translate, translate] },
        { duration: 600, pseudoElement: '::view-transition-old(room)' },
      ),
    // A transition that is skipped, as in a hidden window, is no error.
    () => {},
  );
  try {
    await transition.updateCallbackDone;
    // The moving panel would cover the hint.
    await transition.finished;
  } finally {
    panel.style.viewTransitionName = '';
    root.style.removeProperty('--above');
  }
}
