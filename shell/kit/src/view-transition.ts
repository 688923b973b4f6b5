import { hasLateFont, takeLateFont } from './late-font.ts';

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
  if (!('startViewTransition' in document) || document.hidden || !isMotionWelcome()) {
    // All of the page is another one then anyway.
    if (kind === 'texts') takeLateFont();
    return change();
  }
  const { dataset } = document.documentElement;
  dataset.change = kind;
  const transition = document.startViewTransition(async () => {
    // What moves others by its length is not seen to do so: the document's styles hide the page for the first
    // frame of the change, in which the page before is seen.
    const isMoved = kind === 'texts' || hasLateFont();
    if (isMoved) dataset.texts = 'arriving';
    takeLateFont();
    await change();
    // The first frame is the one with the new texts, the second has nothing to lay out any more.
    if (isMoved) requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.texts));
  });
  running = transition;
  // One that another takes the place of, or in a window that is resized, is no fault.
  transition.ready.catch(() => {});
  const end = () => running === transition && delete dataset.change;
  transition.finished.then(end, end);
  return transition.updateCallbackDone;
}
