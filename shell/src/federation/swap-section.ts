import { hintSeconds, isMotionWelcome, reloadTexts, type Swapped, showHint } from '@portfolio/kit';
import { flushSync } from 'react-dom';
import { releaseMap } from './release-map.ts';
import { sectionLoader } from './section-loader.ts';

let lastHint: number | undefined;

/**
 * Puts the other release in the place of the one that a section has, with its texts, for this visitor alone.
 * @throws when it or its texts do not come; then all stays as it was
 */
export async function swapSection(
  section: string,
  say: (swapped: Swapped) => string,
): Promise<void> {
  const start = performance.now();
  const before = sectionLoader.releaseOf(section);
  const { texts } = sectionLoader;
  const [live, ...others] = releaseMap.sections[section] ?? [];
  const release = before === live ? others[0] : live;
  if (!release) return;
  const opened = await sectionLoader.openRelease(section, release);
  let words = '';
  await layBricks(async () => {
    texts.replace(section, release.id, [], undefined);
    try {
      await reloadTexts();
    } catch (error) {
      texts.replace(section, before?.id, [], undefined);
      throw error;
    }
    const swapped = {
      release: `${section}@${release.id}`,
      isLive: release === live,
      ...measureSince(start),
    };
    words = say(swapped);
    flushSync(() => sectionLoader.put(section, { ...opened, swapped }));
  });
  lastHint = showHint({ kind: 'success', words, seconds: hintSeconds.success }, lastHint);
}

function measureSince(start: number): Pick<Swapped, 'ms' | 'bytes'> {
  const fetched = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime >= start) as PerformanceResourceTiming[];
  const bytes = fetched.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return { ms: Math.round(performance.now() - start), bytes };
}

/** Changes the panel in a view transition of its own: header and wall are not captured, and stand still. */
async function layBricks(change: () => Promise<void>): Promise<void> {
  const panel = document.querySelector('main')?.parentElement;
  if (!panel || !('startViewTransition' in document) || !isMotionWelcome()) return change();
  const root = document.documentElement.style;
  const header = document.querySelector('header')?.offsetHeight ?? 0;
  const { top } = panel.getBoundingClientRect();
  root.setProperty('--above', `${Math.max(0, header - top)}px`);
  panel.style.viewTransitionName = 'room';
  const transition = document.startViewTransition(change);
  // It is skipped in a hidden window, for example, which is no error.
  transition.ready.catch(() => {});
  transition.finished
    .catch(() => {})
    .then(() => {
      panel.style.viewTransitionName = '';
      root.removeProperty('--above');
    });
  return transition.updateCallbackDone;
}
