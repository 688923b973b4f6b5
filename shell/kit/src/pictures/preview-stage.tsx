import { type PointerEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type GalleryImage, Picture } from './picture.tsx';
import { smallest, type useZoom } from './use-zoom.ts';

interface Props {
  image: GalleryImage;
  /** The pictures beside it, fetched when this one is there. */
  neighbours: readonly GalleryImage[];
  zoom: ReturnType<typeof useZoom>;
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
export function PreviewStage({ image, neighbours, zoom, onMove, onClose }: Props) {
  const { scale, zoomTo, stage, frame } = zoom;
  const isZoomed = scale > smallest;
  const pressed = useRef({ clientX: 0, clientY: 0, isClick: true });
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
    if (event.pointerType !== 'touch' || isZoomed || !pressed.current.isClick) return;
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
        if (!pressed.current.isClick) return;
        // By its place: while the picture grows out of its thumbnail it is no click's target.
        const { left, right, top, bottom } =
          frame.current?.getBoundingClientRect() ?? new DOMRect();
        const { clientX: x, clientY: y } = event;
        if (x < left || x > right || y < top || y > bottom) return onClose();
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

function pictureOf({ path, alt, width, height }: GalleryImage) {
  return { path, alt, width, height, isUrgent: true, isFitted: true };
}

/** No edge on a phone in landscape. It handles pinches itself, and swipes while nothing scrolls. */
const Stage = styled.div<{ $isZoomed: boolean }>`
  background: #000812;
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
