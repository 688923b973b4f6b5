import { hintSeconds, type Swapped, showHint, siteFacts } from '@portfolio/kit';
import { changeInView, reloadTexts, replaceRelease } from '@portfolio/kit/shell';
import { sectionLoader } from '../federation/section-loader.ts';
import { useRoute } from '../routing/history.ts';

let lastHint: number | undefined;

/**
 * Replaces the release of a section by its other one, with its texts, for this visitor only.
 * @throws when the release or its texts do not load; then everything stays
 */
export async function swapSection(
  section: string,
  say: (swapped: Swapped) => string,
  openPage: () => void,
): Promise<void> {
  const start = performance.now();
  const before = sectionLoader.loaded(section)?.release;
  const [live, ...others] = siteFacts().sections[section] ?? [];
  const release = before === live ? others[0] : live;
  if (!release) return;
  const opened = await sectionLoader.openRelease(section, release);
  let words = '';
  await changeInView('bricks', async () => {
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
    sectionLoader.put(section, { ...opened, swapped });
    openPage();
    // The route's next change: the page is shown, unless the visitor has gone on.
    if (useRoute.getState().isPending)
      await new Promise<void>((resolve) => {
        const unsubscribe = useRoute.subscribe(() => resolve(unsubscribe()));
      });
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

function measureSince(start: number): Pick<Swapped, 'ms' | 'bytes'> {
  const fetched = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime >= start) as PerformanceResourceTiming[];
  const bytes = fetched.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return { ms: Math.round(performance.now() - start), bytes };
}
