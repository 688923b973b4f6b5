import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import Lightbox, {
  type ComponentProps,
  type ControllerRef,
  createModule,
  type GenericSlide,
  LightboxRoot,
  type Plugin,
  type RenderSlideProps,
  useEvents,
  type ZoomRef,
} from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { styled } from '../styled.ts';
import { type GalleryImage, Picture } from './picture.tsx';

interface PictureSlide extends GenericSlide {
  type: 'picture';
  image: GalleryImage;
}

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    picture: PictureSlide;
  }
}

interface Props {
  images: readonly GalleryImage[];
  start: number;
  scale: number;
  browsing: RefObject<ControllerRef | null>;
  zooming: RefObject<ZoomRef | null>;
  onView: (index: number) => void;
  onZoom: (scale: number) => void;
  onLost: () => void;
  onClose: () => void;
}

export const smallest = 1;
export const largest = 50;

/** The longest way of the mouse between the ends of a click. */
const clickPx = 5;

/**
 * The pictures, each as large as the window allows, times the scale. Swipes browse, two fingers, the wheel and a
 * click zoom; a click beside the picture and a pull down close.
 */
export function PreviewStage({ images, start, scale, browsing, zooming, ...on }: Props) {
  const [slides] = useState(() => images.map((image) => ({ type: 'picture' as const, image })));
  // The neighbours are fetched after the picture that is asked for.
  const [isLoaded, setLoaded] = useState(false);
  const pressed = useRef({ clientX: 0, clientY: 0 });

  const click = ({ target, currentTarget, detail, clientX, clientY }: MouseEvent) => {
    const way = Math.hypot(clientX - pressed.current.clientX, clientY - pressed.current.clientY);
    const isSecond = detail > 1;
    if (isSecond || way > clickPx) return;
    if (!(target instanceof HTMLImageElement)) return on.onClose();
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [x, y] = [clientX - left - width / 2, clientY - top - height / 2];
    zooming.current?.changeZoom(scale > smallest ? smallest : 2, false, x, y);
  };
  const show = ({ slide, rect, offset }: RenderSlideProps) => {
    if (slide.type !== 'picture' || (offset !== 0 && !isLoaded)) return null;
    const { path, alt, width, height } = slide.image;
    const ratio = width / height;
    return (
      // The neighbours are out of sight.
      <div
        aria-hidden={offset !== 0}
        style={{ width: Math.min(rect.width, rect.height * ratio), aspectRatio: ratio }}
      >
        <Picture {...{ path, alt, width, height }} size="100vw" isUrgent isFitted />
      </div>
    );
  };

  return (
    <Stage
      onPointerDownCapture={(event) => {
        pressed.current = event;
      }}
      onClick={click}
      onLoadCapture={() => setLoaded(true)}
      onErrorCapture={on.onLost}
      $isZoomed={scale > smallest}
    >
      <Lightbox
        open
        close={on.onClose}
        slides={slides}
        index={start}
        plugins={[withinDialog, Zoom]}
        render={{ slide: show, buttonPrev: () => null, buttonNext: () => null }}
        carousel={{ finite: images.length === 1, preload: 1, padding: edge, spacing: 0 }}
        controller={{ ref: browsing, closeOnEscape: false, closeOnPullDown: true }}
        zoom={{
          ref: zooming,
          supports: ['picture'],
          maxZoom: largest,
          scrollToZoom: true,
          wheelZoomDistanceFactor: 200,
          pinchZoomV4: true,
          // A click zooms.
          doubleClickDelay: 0,
          doubleTapDelay: 0,
        }}
        animation={{ swipe: 250, zoom: 160 }}
        // The dialog says which picture it is.
        labels={{ Carousel: '', Slide: '', 'Photo gallery': '', '{index} of {total}': '' }}
        on={{ view: ({ index }) => on.onView(index), zoom: ({ zoom }) => on.onZoom(zoom) }}
      />
    </Stage>
  );
}

/** Without the package's own dialog and toolbar. */
const withinDialog: Plugin = ({ remove, replace }) => {
  remove('no-scroll');
  remove('toolbar');
  replace('portal', createModule('root-in-dialog', RootInDialog));
};

function RootInDialog({ close, children }: ComponentProps) {
  const { subscribe } = useEvents();
  useEffect(() => subscribe('close', close), [subscribe, close]);
  return <LightboxRoot>{children}</LightboxRoot>;
}

const edge = 8;

/** The parts of the package's style sheet that its carousel needs; a file of it would be a build step of its own. */
const Stage = styled.div<{ $isZoomed: boolean }>`
  background: #000812;
  grid-area: stage;
  overflow: hidden;
  position: relative;

  .yarl__container {
    inset: 0;
    outline: none;
    position: absolute;
    touch-action: none;
    user-select: none;
  }

  .yarl__carousel {
    display: flex;
    flex: none;
    height: 100%;
    opacity: var(--yarl__pull_opacity, 1);
    transform: translate(var(--yarl__swipe_offset, 0), var(--yarl__pull_offset, 0));
    width: calc(100% * var(--yarl__carousel_slides_count));
  }

  .yarl__flex_center {
    align-items: center;
    display: flex;
    justify-content: center;
  }

  .yarl__slide {
    flex: 1;
    overflow: hidden;
    padding: ${edge}px;
  }

  .yarl__fullsize {
    height: 100%;
    width: 100%;
  }

  img {
    cursor: ${({ $isZoomed }) => ($isZoomed ? 'grab' : 'zoom-in')};
  }
`;
