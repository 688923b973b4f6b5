import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { nearestStep, zoom } from './zoom.ts';

/** The turn of a wheel for one step. A touchpad reports a pinch as a slow wheel with Ctrl. */
const wheelPerStep = 50;
const touchpadFactor = 6;

/**
 * Two fingers zoom the picture about their middle, the wheel about the pointer, both in its steps. The
 * browser would zoom the window instead, and its buttons out of it; only a listener that is not passive
 * may refuse that. A wheel that is turned sideways, or with Shift, scrolls.
 * @returns whether two fingers were at it, to be taken back when a first one comes down
 */
export function useZoomGestures(
  stage: RefObject<HTMLElement | null>,
  scale: number,
  onZoom: (scale: number, middle: { x: number; y: number }) => void,
): RefObject<boolean> {
  const hasPinched = useRef(false);
  const turned = useRef(0);
  const start = useRef({ distance: 1, scale: 1 });

  const zoomTo = (next: number, x: number, y: number) => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
    if (next !== scale) onZoom(next, { x: x - left, y: y - top });
  };
  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    turned.current += event.deltaY * (event.ctrlKey ? touchpadFactor : 1);
    if (Math.abs(turned.current) < wheelPerStep) return;
    const direction = turned.current < 0 ? 'in' : 'out';
    turned.current = 0;
    zoomTo(zoom(scale, direction), event.clientX, event.clientY);
  });
  const pinch = useEffectEvent((event: TouchEvent) => {
    const [one, other] = event.touches;
    if (!one || !other) return;
    event.preventDefault();
    hasPinched.current = true;
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (event.type === 'touchstart') start.current = { distance, scale };
    const asked = start.current.scale * (distance / start.current.distance);
    const [x, y] = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    zoomTo(nearestStep(asked), x, y);
  });

  useEffect(() => {
    const [element, leave] = [stage.current, new AbortController()];
    const refusing = { passive: false, signal: leave.signal };
    element?.addEventListener('wheel', turn, refusing);
    element?.addEventListener('touchstart', pinch, refusing);
    element?.addEventListener('touchmove', pinch, refusing);
    return () => leave.abort();
  }, [stage]);

  return hasPinched;
}
