import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { GalleryImage } from './gallery.tsx';
import { Picture } from './picture.tsx';
import { zoom } from './zoom.ts';

interface Props {
  image: GalleryImage;
  scale: number;
  onZoom: (scale: number) => void;
}

/**
 * The picture as large as the window allows, times the scale. What does not fit is scrolled: by
 * wheel, touch and keyboard as the browser does it, and by dragging with the mouse.
 */
export function PreviewStage({ image, scale, onZoom }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const previousScale = useRef(scale);

  // Zooming keeps the middle of what is seen in the middle.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const ratio = scale / previousScale.current;
    previousScale.current = scale;
    element.scrollLeft = middle(element.scrollLeft, element.clientWidth, ratio);
    element.scrollTop = middle(element.scrollTop, element.clientHeight, ratio);
  }, [scale]);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const isHeld = event.pointerType === 'mouse' && event.buttons === 1;
    if (isHeld) stage.current?.scrollBy(-event.movementX, -event.movementY);
  };

  return (
    <Stage
      ref={stage}
      tabIndex={scale > 1 ? 0 : -1}
      onPointerMove={drag}
      onDoubleClick={() => onZoom(scale > 1 ? 1 : zoom(zoom(scale, 'in'), 'in'))}
      $isZoomed={scale > 1}
    >
      <div style={{ height: `${scale * 100}%`, width: `${scale * 100}%` }}>
        <Picture {...pictureOf(image)} size="100vw" />
      </div>
    </Stage>
  );
}

function middle(scroll: number, visible: number, ratio: number): number {
  return (scroll + visible / 2) * ratio - visible / 2;
}

function pictureOf({ path, alt, width, height }: GalleryImage) {
  return { path, alt, width, height, isUrgent: true, isFitted: true };
}

const Stage = styled.div<{ $isZoomed: boolean }>`
  cursor: ${({ $isZoomed }) => ($isZoomed ? 'grab' : 'zoom-in')};
  overflow: auto;
  user-select: none;
`;
