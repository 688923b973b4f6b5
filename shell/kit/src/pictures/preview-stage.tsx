import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { styled } from '../styled.ts';
import { isMotionWelcome } from '../view-transition.ts';
import { type GalleryImage, Picture } from './picture.tsx';
import { showUnavailableHint } from './unavailable-hint.ts';

interface Props {
  image: GalleryImage;
  /** The adjacent pictures, fetched once this one is loaded. */
  neighbours: readonly GalleryImage[];
  zoom: ReturnType<typeof useZoom>;
  onMove: (by: number) => void;
  onClose: () => void;
}

/** The least distance of a drag, below which it is a click, and of a swipe. */
const dragPx = 5;
const swipePx = 48;

/** The longest time and distance between the clicks of a double click. */
const doubleMs = 300;
const doublePx = 40;

/**
 * The picture fills the window, times the scale. A click or double click on it zooms in or out; a click
 * beside it closes. Touch and keyboard scroll natively, the mouse by dragging.
 */
export function PreviewStage({ image, neighbours, zoom, onMove, onClose }: Props) {
  const { scale, zoomTo, stage, frame } = zoom;
  const isZoomed = scale > smallest;
  const pressed = useRef({ clientX: 0, clientY: 0, isClick: true });
  const clicked = useRef({ clientX: 0, clientY: 0, timeStamp: 0 });
  const [loaded, setLoaded] = useState<string>();
  const isLoaded = loaded === image.path;
  const show = () => setLoaded(image.path);

  const press = ({ clientX, clientY, isPrimary }: PointerEvent) => {
    // A second finger makes it a pinch.
    pressed.current = { clientX, clientY, isClick: isPrimary };
  };
  const moved = ({ clientX, clientY }: PointerEvent) => ({
    across: clientX - pressed.current.clientX,
    down: clientY - pressed.current.clientY,
  });
  const drag = (event: PointerEvent) => {
    const { across, down } = moved(event);
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    if (Math.hypot(across, down) > dragPx) pressed.current.isClick = false;
    stage.current?.scrollBy(-event.movementX, -event.movementY);
  };
  const release = (event: PointerEvent) => {
    const { across, down } = moved(event);
    const isSwipe = event.pointerType === 'touch' && pressed.current.isClick && !isZoomed;
    if (!isSwipe) return;
    if (Math.abs(across) > swipePx && Math.abs(across) > Math.abs(down))
      onMove(across < 0 ? 1 : -1);
    else if (down > 2 * swipePx) onClose();
  };

  return (
    <Stage
      ref={stage}
      tabIndex={isZoomed ? 0 : -1}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onClick={(event) => {
        if (!pressed.current.isClick || isSecond(event, clicked.current)) return;
        clicked.current = event.nativeEvent;
        // By position: during the view transition the picture is no event target.
        const { left, right, top, bottom } =
          frame.current?.getBoundingClientRect() ?? new DOMRect();
        const { clientX: x, clientY: y } = event;
        const isOnPicture = left <= x && x <= right && top <= y && y <= bottom;
        if (!isOnPicture) return onClose();
        zoomTo(isZoomed ? smallest : 2, event);
      }}
      $isZoomed={isZoomed}
    >
      <Frame
        key={image.path}
        ref={frame}
        style={{ '--ratio': image.width / image.height, '--scale': scale } as object}
        $isZoomed={isZoomed}
      >
        {/* The thumbnail's file is loaded already; the large one covers it. */}
        <Layer aria-hidden="true">
          <Picture {...pictureOf(image)} alt="" size="5rem" />
        </Layer>
        <Layer onLoadCapture={show} onErrorCapture={showUnavailableHint} $isHidden={!isLoaded}>
          <Picture {...pictureOf(image)} size="100vw" />
        </Layer>
      </Frame>
      {isLoaded && (
        <Ahead aria-hidden="true">
          {neighbours.map((neighbour) => (
            <Picture key={neighbour.path} {...pictureOf(neighbour)} alt="" size="100vw" />
          ))}
        </Ahead>
      )}
    </Stage>
  );
}

type Click = Pick<MouseEvent, 'clientX' | 'clientY' | 'timeStamp'>;

function isSecond(click: Click, first: Click): boolean {
  const distance = Math.hypot(click.clientX - first.clientX, click.clientY - first.clientY);
  return click.timeStamp - first.timeStamp < doubleMs && distance < doublePx;
}

function pictureOf({ path, alt, width, height }: GalleryImage) {
  return { path, alt, width, height, isUrgent: true, isFitted: true };
}

export const step = 0.5;
export const smallest = 1;
export const largest = 50;

/** Wheel distance per step. Touchpads report a pinch as a slow wheel with Ctrl. */
const wheelPerStep = 50;
const touchpadFactor = 6;

type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

export function nearestStep(wanted: number): number {
  return Math.min(largest, Math.max(smallest, Math.round(wanted / step) * step));
}

/**
 * The scale of a frame that scrolls within a stage. A pinch zooms about its middle, the wheel about the
 * pointer; a sideways wheel or Shift scrolls. Passive listeners could not keep the browser from zooming the
 * window.
 */
export function useZoom() {
  const [scale, setScale] = useState(smallest);
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const growth = useRef<Animation>(undefined);
  const wheelDelta = useRef(0);
  const scalePerPixel = useRef(1);

  /** Keeps the point, or else the middle of the stage, in place. */
  const zoomTo = (wanted: number, point?: Point) => {
    const next = nearestStep(wanted);
    if (next === scale || !stage.current || !frame.current) return;
    const { clientX, clientY } = point ?? middleOf(stage.current);
    const before = frame.current.getBoundingClientRect();
    growth.current?.cancel();
    flushSync(() => setScale(next));
    const after = frame.current.getBoundingClientRect();
    const x = after.left + ((clientX - before.left) * after.width) / before.width;
    const y = after.top + ((clientY - before.top) * after.height) / before.height;
    stage.current.scrollBy(x - clientX, y - clientY);
    growth.current = growFrom(before, frame.current);
  };
  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    wheelDelta.current += event.deltaY * (event.ctrlKey ? touchpadFactor : 1);
    if (Math.abs(wheelDelta.current) < wheelPerStep) return;
    zoomTo(scale - Math.sign(wheelDelta.current) * step, event);
    wheelDelta.current = 0;
  });
  const pinch = useEffectEvent((event: TouchEvent) => {
    const [one, other] = event.touches;
    if (!one || !other) return;
    event.preventDefault();
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (event.type === 'touchstart') scalePerPixel.current = scale / distance;
    zoomTo(distance * scalePerPixel.current, {
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

function growFrom(before: DOMRect, element: Element): Animation | undefined {
  if (!isMotionWelcome()) return undefined;
  const after = element.getBoundingClientRect();
  const offset = `translate(${before.left - after.left}px, ${before.top - after.top}px)`;
  const transform = [`${offset} scale(${before.width / after.width})`, 'none'];
  const frames = { transform, transformOrigin: ['0 0', '0 0'] };
  return element.animate(frames, { duration: 160, easing: 'ease-out' });
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

/** Scripts handle pinches, and swipes while nothing scrolls. */
const Stage = styled.div<{ $isZoomed: boolean }>`
  background: #000812;
  container-type: size;
  display: flex;
  grid-area: stage;
  overflow: auto;
  position: relative;
  scrollbar-width: none;
  touch-action: ${({ $isZoomed }) => ($isZoomed ? 'pan-x pan-y' : 'none')};
  user-select: none;
`;

const Frame = styled.div<{ $isZoomed: boolean }>`
  --edges: calc(2 * clamp(4px, 2vh - 3px, 12px));
  aspect-ratio: var(--ratio);
  cursor: ${({ $isZoomed }) => ($isZoomed ? 'grab' : 'zoom-in')};
  flex: none;
  margin: auto;
  position: relative;
  view-transition-name: preview;
  width: calc(min(100cqw - var(--edges), (100cqh - var(--edges)) * var(--ratio)) * var(--scale));

  &:active {
    cursor: ${({ $isZoomed }) => ($isZoomed ? 'grabbing' : 'zoom-in')};
  }
`;

const Layer = styled.div<{ $isHidden?: boolean }>`
  inset: 0;
  opacity: ${({ $isHidden }) => ($isHidden ? 0 : 1)};
  position: absolute;
`;

const Ahead = styled.div`
  height: 1px;
  opacity: 0;
  overflow: hidden;
  pointer-events: none;
  position: absolute;
  width: 1px;
`;
