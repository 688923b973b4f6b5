import { type RefObject, useLayoutEffect, useRef } from 'react';

type Element = RefObject<HTMLElement | null>;

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
    const padding = Number.parseFloat(getComputedStyle(stage.current).paddingTop) || 0;
    stage.current.scrollTo(
      scrolled(scrollLeft, x, clientWidth, frame.current.offsetWidth / scale, scales, padding),
      scrolled(scrollTop, y, clientHeight, frame.current.offsetHeight / scale, scales, padding),
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
  padding: number,
): number {
  const margin = (scale: number) => Math.max(padding, (visible - unscaled * scale) / 2);
  const part = (scroll + point - margin(scales.before)) / (unscaled * scales.before);
  return part * unscaled * scales.after + margin(scales.after) - point;
}
