import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** The scale goes in steps of a half from 1 to 50. */
export const step = 0.5;
export const smallest = 1;
export const largest = 50;

/** The turn of a wheel for one step. A touchpad reports a pinch as a slow wheel with Ctrl. */
const wheelPerStep = 50;
const touchpadFactor = 6;

/** A point in the window. */
type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** The step next to a wanted scale. */
export function nearestStep(wanted: number): number {
  return Math.min(largest, Math.max(smallest, Math.round(wanted / step) * step));
}

/**
 * The scale of a frame that is scrolled within a stage. Two fingers zoom about their middle, the wheel
 * about the pointer. The browser would zoom the window instead, and its buttons out of it; only a
 * listener that is not passive may refuse that. A wheel that is turned sideways, or with Shift, scrolls.
 */
export function useZoom() {
  const [scale, setScale] = useState(smallest);
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const turned = useRef(0);
  const scalePerPixel = useRef(1);

  /** What lies at the point, else in the middle of the stage, stays where it is. */
  const zoomTo = (wanted: number, point?: Point) => {
    const next = nearestStep(wanted);
    if (next === scale || !stage.current || !frame.current) return;
    const { clientX, clientY } = point ?? middleOf(stage.current);
    const before = frame.current.getBoundingClientRect();
    flushSync(() => setScale(next));
    const after = frame.current.getBoundingClientRect();
    const x = after.left + ((clientX - before.left) * after.width) / before.width;
    const y = after.top + ((clientY - before.top) * after.height) / before.height;
    stage.current.scrollBy(x - clientX, y - clientY);
  };
  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    turned.current += event.deltaY * (event.ctrlKey ? touchpadFactor : 1);
    if (Math.abs(turned.current) < wheelPerStep) return;
    zoomTo(scale - Math.sign(turned.current) * step, event);
    turned.current = 0;
  });
  const pinch = useEffectEvent((event: TouchEvent) => {
    const [one, other] = event.touches;
    if (!one || !other) return;
    event.preventDefault();
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (event.type === 'touchstart') scalePerPixel.current = scale / apart;
    zoomTo(apart * scalePerPixel.current, {
      clientX: (one.clientX + other.clientX) / 2,
      clientY: (one.clientY + other.clientY) / 2,
    });
  });

  useEffect(() => {
    const [element, leave] = [stage.current, new AbortController()];
    const refusing = { passive: false, signal: leave.signal };
    element?.addEventListener('wheel', turn, refusing);
    element?.addEventListener('touchstart', pinch, refusing);
    element?.addEventListener('touchmove', pinch, refusing);
    return () => leave.abort();
  }, []);

  return { scale, zoomTo, reset: () => setScale(smallest), stage, frame };
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}
