/** Whether what moves on its own is welcome. */
export function isMotionWelcome(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

let running: ViewTransition | undefined;

/**
 * Changes the page in a view transition; at once where the browser has none, nothing is seen of it or
 * motion is not welcome. While it runs, `html[data-change]` names its kind to the document's styles.
 * @returns when the change is made
 */
export async function changeInView(
  kind: 'texts' | 'theme' | 'picture',
  change: () => void | Promise<void>,
): Promise<void> {
  if (!('startViewTransition' in document) || document.hidden || !isMotionWelcome())
    return change();
  const { dataset } = document.documentElement;
  dataset.change = kind;
  const transition = document.startViewTransition(change);
  running = transition;
  // One that another takes the place of, or in a window that is resized, is no fault.
  transition.ready.catch(() => {});
  const end = () => running === transition && delete dataset.change;
  transition.finished.then(end, end);
  return transition.updateCallbackDone;
}
