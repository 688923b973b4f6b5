import { applyLateFont, hasLateFont } from './late-font.ts';

/** Whether the visitor allows motion. */
export function isMotionWelcome(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

let running: ViewTransition | undefined;

/**
 * Changes the page in a view transition; at once where the browser has none, the page is hidden or the visitor
 * prefers reduced motion. While it runs, `html[data-change]` has its kind, for styles.
 * @returns when the change is made
 */
export async function changeInView(
  kind: 'texts' | 'theme' | 'picture',
  change: () => void | Promise<void>,
): Promise<void> {
  const canAnimate = 'startViewTransition' in document && !document.hidden && isMotionWelcome();
  if (!canAnimate) {
    // New texts change all of the page anyway, so its shift is not noticed.
    if (kind === 'texts') applyLateFont();
    return change();
  }
  const { dataset } = document.documentElement;
  dataset.change = kind;
  const transition = document.startViewTransition(async () => {
    // Texts of another length shift the page: its first frame is hidden, and the previous page visible.
    const hasShift = kind === 'texts' || hasLateFont();
    if (hasShift) dataset.texts = 'arriving';
    applyLateFont();
    await change();
    // The first frame lays the new texts out, the second has nothing left to do.
    if (hasShift) requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.texts));
  });
  running = transition;
  // It is skipped for another transition or in a window that is resized, which is no error.
  transition.ready.catch(() => {});
  const end = () => running === transition && delete dataset.change;
  transition.finished.then(end, end);
  return transition.updateCallbackDone;
}
