import { ChevronLeft, ChevronRight, type LucideIcon, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import SlideLightbox, {
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
import { useHints } from '../hints/hint-toasts.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { useSettings } from '../settings.ts';
import { Text } from '../texts/text.tsx';
import { useText } from '../texts/texts.ts';
import { isMotionWelcome } from '../view-transition.ts';
import { About, Action, Actions, Caption, Reading, Stage, Window } from './lightbox-parts.ts';
import { type GalleryImage, Picture } from './picture.tsx';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    picture: GenericSlide & { type: 'picture'; image: GalleryImage };
  }
}

interface Props {
  images: readonly GalleryImage[];
  /** The picture to begin with. */
  start: number;
  /** A picture could not be loaded. */
  onLost: () => void;
  onClose: () => void;
}

const [smallest, step, largest] = [1, 0.5, 50];

/** Between a picture and the edge of the stage, in pixels. */
const edge = 8;

/** The longest way of the mouse between the ends of a click. */
const clickPx = 5;

/**
 * Shows pictures in the whole window, each as large as that allows, times the scale, with its description and a
 * toolbar. Swipes browse, two fingers, the wheel and a click zoom. Escape, Back, a click beside the picture and a
 * pull down close.
 */
export function Lightbox({ images, start, onLost, onClose }: Props) {
  const [index, setIndex] = useState(start);
  const [scale, setScale] = useState(smallest);
  const [slides] = useState(() => images.map((image) => ({ type: 'picture' as const, image })));
  // The neighbours are fetched after the picture that is asked for.
  const [isLoaded, setLoaded] = useState(false);
  const [browsing, zooming] = [useRef<ControllerRef>(null), useRef<ZoomRef>(null)];
  const pressed = useRef({ clientX: 0, clientY: 0 });
  const dialog = useOpenDialog();
  const id = useId();
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', useGrouping: false });
  const image = images[index];
  if (!image) return null;

  const zoomTo = (inSteps: (now: number) => number) => {
    // Not the state, which is behind when keys repeat.
    const { zoom = smallest, changeZoom } = zooming.current ?? {};
    changeZoom?.(inSteps(zoom / step) * step);
  };
  // Fingers and the wheel stop anywhere between two steps.
  const zoomIn = () => zoomTo((now) => Math.floor(now + 1));
  const zoomOut = () => zoomTo((now) => Math.ceil(now - 1));

  const press = (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey;
    if (isShortcut) return;
    const zoom = { '+': zoomIn, '-': zoomOut, '0': () => zoomTo(() => 0) }[event.key];
    if (zoom) event.stopPropagation();
    zoom?.();
    const carousel = dialog.current?.querySelector('.yarl__container');
    const isElsewhere = !carousel?.contains(event.target as Element);
    if (isElsewhere && event.key.startsWith('Arrow'))
      carousel?.dispatchEvent(new globalThis.KeyboardEvent('keydown', event.nativeEvent));
  };
  const click = ({ target, currentTarget, detail, clientX, clientY }: MouseEvent) => {
    const way = Math.hypot(clientX - pressed.current.clientX, clientY - pressed.current.clientY);
    const isSecond = detail > 1;
    if (isSecond || way > clickPx) return;
    if (!(target instanceof HTMLImageElement)) return goBack();
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [x, y] = [clientX - left - width / 2, clientY - top - height / 2];
    zooming.current?.changeZoom(scale > smallest ? smallest : 2, false, x, y);
  };
  const show = ({ slide, rect, offset }: RenderSlideProps) => {
    if (slide.type !== 'picture' || (offset !== 0 && !isLoaded)) return null;
    const ratio = slide.image.width / slide.image.height;
    return (
      // The neighbours are out of sight.
      <div
        aria-hidden={offset !== 0}
        style={{ width: Math.min(rect.width, rect.height * ratio), aspectRatio: ratio }}
      >
        <Picture {...slide.image} size="100vw" isUrgent isFitted />
      </div>
    );
  };
  const button = (name: string, Icon: LucideIcon, act: () => void, isAtEnd = false) => (
    // `disabled` would lose the focus at the end of the scale.
    <Action aria-label={text(`lightbox.${name}`)} aria-disabled={isAtEnd} onClick={act}>
      <Icon />
    </Action>
  );

  return (
    <Window
      ref={dialog}
      aria-labelledby={`${id}header`}
      aria-describedby={image.description && `${id}about`}
      onKeyDownCapture={press}
      onCancel={(event) => {
        event.preventDefault();
        goBack();
      }}
      onClose={() => {
        // A second Escape closes a dialog without a cancel event.
        goBack();
        onClose();
      }}
    >
      {/* Without a box, as on a phone the description is between header and buttons. */}
      <div role="toolbar" aria-label={text('lightbox.toolbar')} style={{ display: 'contents' }}>
        <Caption id={`${id}header`} aria-live="polite" aria-atomic>
          <Text path={image.header ?? image.alt} />
          {images.length > 1 && <Reading>{` ${index + 1} / ${images.length}`}</Reading>}
        </Caption>
        <Actions>
          {images.length > 1 && (
            <>
              {button('previous', ChevronLeft, () => browsing.current?.prev())}
              {button('next', ChevronRight, () => browsing.current?.next())}
            </>
          )}
          {button('zoomOut', ZoomOut, zoomOut, scale === smallest)}
          <Reading role="status">{percent.format(scale)}</Reading>
          {button('zoomIn', ZoomIn, zoomIn, scale === largest)}
          {button('close', X, goBack)}
        </Actions>
      </div>
      <Stage
        onPointerDownCapture={(event) => {
          pressed.current = event;
        }}
        onClick={click}
        onLoadCapture={() => setLoaded(true)}
        onErrorCapture={onLost}
        $isZoomed={scale > smallest}
      >
        <SlideLightbox
          open
          close={goBack}
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
          on={{ view: ({ index }) => setIndex(index), zoom: ({ zoom }) => setScale(zoom) }}
        />
      </Stage>
      {image.description && (
        <About id={`${id}about`}>
          <Markdown path={image.description} />
        </About>
      )}
    </Window>
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

/**
 * Opens the dialog with an entry in the browser's history, so that Back closes it. Every other way to close
 * it goes back as well.
 */
function useOpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // Keeps the router's state, so that the router sees no navigation.
    if (!history.state?.isOpen) history.pushState({ ...history.state, isOpen: true }, '');
    const { style, clientWidth } = document.documentElement;
    style.setProperty('--bar', `${innerWidth - clientWidth}px`);
    const fade = (opacity: number[]) =>
      isMotionWelcome() && dialog.current?.animate({ opacity }, 160).finished;
    dialog.current?.showModal();
    void fade([0, 1]);
    useHints.setState({ dialog: dialog.current ?? undefined });
    const leave = async () => {
      await fade([1, 0]);
      dialog.current?.close();
    };
    addEventListener('popstate', leave);
    return () => {
      removeEventListener('popstate', leave);
      useHints.setState({ dialog: undefined });
    };
  }, []);
  return dialog;
}

const goBack = () => history.state?.isOpen && history.back();
