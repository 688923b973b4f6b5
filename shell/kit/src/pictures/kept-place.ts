import { type RefObject, useLayoutEffect, useRef } from 'react';

type Element = RefObject<HTMLElement | null>;

/** Between the picture and the edge of the window, in pixels. */
export const stagePadding = 12;

/**
 * Scrolls the stage when the scale changes, so that what was clicked, else the middle, stays where it
 * is.
 * @returns where in the stage it was clicked, to be set before the scale
 */
export function useKeptPlace(stage: Element, frame: Element, scale: number) {
  const previousScale = useRef(scale);
  const clicked = useRef<{ x: number; y: number }>(undefined);

  useLayoutEffect(() => {
    if (!stage.current || !frame.current) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = stage.current;
    const { x, y } = clicked.current ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const scales = { before: previousScale.current, after: scale };
    stage.current.scrollTo(
      scrolled(scrollLeft, x, clientWidth, frame.current.offsetWidth / scale, scales),
      scrolled(scrollTop, y, clientHeight, frame.current.offsetHeight / scale, scales),
    );
    previousScale.current = scale;
    clicked.current = undefined;
  }, [stage, frame, scale]);

  return clicked;
}

/** How far to scroll so that what lies under a point of the stage stays under it at another scale. */
function scrolled(
  scroll: number,
  point: number,
  visible: number,
  unscaled: number,
  scales: { before: number; after: number },
): number {
  const margin = (scale: number) => Math.max(stagePadding, (visible - unscaled * scale) / 2);
  const part = (scroll + point - margin(scales.before)) / (unscaled * scales.before);
  return part * unscaled * scales.after + margin(scales.after) - point;
}
