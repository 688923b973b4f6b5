import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useKeptPlace } from './kept-place.ts';
import { type GalleryImage, Picture } from './picture.tsx';
import { useZoomGestures } from './use-zoom-gestures.ts';

interface Props {
  image: GalleryImage;
  /** The pictures beside it, fetched when this one is there. */
  neighbours: readonly GalleryImage[];
  scale: number;
  onZoom: (scale: number) => void;
  onMove: (by: number) => void;
  onClose: () => void;
}

/** Farther than this is a drag, not a click that trembled; farther than that a swipe. */
const dragPx = 5;
const swipePx = 48;

/**
 * The picture as large as the window allows, times the scale. A click on it zooms in where it was
 * clicked, or out again; a click beside it closes. What does not fit is scrolled: by touch and keyboard
 * as the browser does it, and by dragging with the mouse.
 */
export function PreviewStage({ image, neighbours, scale, onZoom, onMove, onClose }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const clicked = useKeptPlace(stage, frame, scale);
  const hasPinched = useZoomGestures(stage, scale, (next, middle) => {
    clicked.current = middle;
    onZoom(next);
  });
  const pressed = useRef({ x: 0, y: 0, isDragged: false });
  const [isLoaded, setLoaded] = useState(false);
  const show = () => setLoaded(true);

  const press = ({ clientX, clientY, isPrimary }: PointerEvent) => {
    if (isPrimary) hasPinched.current = false;
    pressed.current = { x: clientX, y: clientY, isDragged: false };
  };
  const drag = (event: PointerEvent) => {
    const { x, y } = pressed.current;
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    if (Math.hypot(event.clientX - x, event.clientY - y) > dragPx) pressed.current.isDragged = true;
    stage.current?.scrollBy(-event.movementX, -event.movementY);
  };
  const release = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' || scale > 1 || hasPinched.current) return;
    const across = event.clientX - pressed.current.x;
    const down = event.clientY - pressed.current.y;
    if (Math.abs(across) > swipePx && Math.abs(across) > Math.abs(down))
      onMove(across < 0 ? 1 : -1);
    else if (down > 2 * swipePx) onClose();
  };

  return (
    <Stage
      ref={stage}
      tabIndex={scale > 1 ? 0 : -1}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={release}
      onClick={(event) => {
        if (pressed.current.isDragged || hasPinched.current) return;
        if (!isWithin(frame.current, event)) return onClose();
        const { left, top } = event.currentTarget.getBoundingClientRect();
        clicked.current = { x: event.clientX - left, y: event.clientY - top };
        onZoom(scale > 1 ? 1 : 2);
      }}
      $isZoomed={scale > 1}
    >
      <Frame
        ref={frame}
        style={{ '--ratio': image.width / image.height, '--scale': scale } as object}
        $isZoomed={scale > 1}
      >
        {/* The thumbnail, which is there already, stands in for the large picture. */}
        <Layer aria-hidden="true">
          <Picture {...pictureOf(image)} alt="" size="5rem" />
        </Layer>
        <Layer onLoadCapture={show} onErrorCapture={show} $isUnseen={!isLoaded}>
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

/** By the place of the click: while the picture grows out of its thumbnail it is no click's target. */
function isWithin(element: Element | null, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

function pictureOf({ path, alt, width, height }: GalleryImage) {
  return { path, alt, width, height, isUrgent: true, isFitted: true };
}

/** No edge on a phone in landscape. It handles pinches itself, and swipes while nothing scrolls. */
const Stage = styled.div<{ $isZoomed: boolean }>`
  container-type: size;
  display: flex;
  grid-area: stage;
  overflow: auto;
  padding: clamp(4px, 2vh - 3px, 12px);
  position: relative;
  touch-action: ${({ $isZoomed }) => ($isZoomed ? 'pan-x pan-y' : 'none')};
  user-select: none;
`;

const Frame = styled.div<{ $isZoomed: boolean }>`
  aspect-ratio: var(--ratio);
  cursor: ${({ $isZoomed }) => ($isZoomed ? 'zoom-out' : 'zoom-in')};
  flex: none;
  margin: auto;
  position: relative;
  view-transition-name: preview;
  width: calc(min(100cqw, 100cqh * var(--ratio)) * var(--scale));

  &:active {
    cursor: ${({ $isZoomed }) => ($isZoomed ? 'grabbing' : 'zoom-in')};
  }
`;

const Layer = styled.div<{ $isUnseen?: boolean }>`
  inset: 0;
  opacity: ${({ $isUnseen }) => ($isUnseen ? 0 : 1)};
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
