/** Whether the visitor allows motion. */
export function isMotionWelcome(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

let running: ViewTransition | undefined;

/**
 * Changes what is seen in a view transition; at once if the browser has none, the page is hidden or the visitor
 * prefers reduced motion. During the transition `html[data-change]` has its kind, for styles.
 * @returns a promise that resolves when the change is made
 */
export async function changeInView(
  kind: 'texts' | 'bricks' | 'forward' | 'back',
  change: () => void | Promise<void>,
): Promise<void> {
  const canAnimate = 'startViewTransition' in document && !document.hidden && isMotionWelcome();
  if (!canAnimate) return change();
  const { dataset } = document.documentElement;
  dataset.change = kind;
  const transition = document.startViewTransition(async () => {
    // Texts of another length shift the page, so its first frame is hidden behind the previous page. A transition that
    // another one has replaced hides nothing: nobody would show it again.
    if (kind === 'texts' && running === transition) dataset.change = 'texts arriving';
    await change();
    const settle = () => {
      if (running === transition) dataset.change = kind;
    };
    // The first frame lays out the new texts; the second has no work left.
    if (kind === 'texts') requestAnimationFrame(() => requestAnimationFrame(settle));
  });
  running = transition;
  // A transition that is skipped for another one or a resize is no error.
  transition.ready.catch(() => {});
  const end = () => running === transition && delete dataset.change;
  transition.finished.then(end, end);
  return transition.updateCallbackDone;
}
