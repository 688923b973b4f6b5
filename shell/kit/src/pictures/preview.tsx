import { ChevronLeft, ChevronRight, type LucideIcon, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ControllerRef, ZoomRef } from 'yet-another-react-lightbox';
import { useHints } from '../hints/hints.ts';
import { IconButton } from '../layout.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { useSettings } from '../settings.ts';
import { styled } from '../styled.ts';
import { Text } from '../texts/text.tsx';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { isMotionWelcome } from '../view-transition.ts';
import type { GalleryImage } from './picture.tsx';
import { largest, PreviewStage, smallest } from './preview-stage.tsx';

interface Props {
  images: readonly GalleryImage[];
  /** The picture to begin with. */
  start: number;
  /** A picture could not be loaded. */
  onLost: () => void;
  onClose: () => void;
}

const step = 0.5;

/**
 * Shows a picture in the whole window, with its description and a toolbar to zoom and browse. Escape or Back
 * closes it.
 */
export function Preview({ images, start, onLost, onClose }: Props) {
  const [index, setIndex] = useState(start);
  const [scale, setScale] = useState(smallest);
  const [browsing, zooming] = [useRef<ControllerRef>(null), useRef<ZoomRef>(null)];
  const dialog = useOpenDialog();
  const [headerId, aboutId] = [useId(), useId()];
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', useGrouping: false });
  const image = images[index];
  if (!image) return null;

  const zoomTo = (steps: (now: number) => number) => {
    // Not the state, which is behind when keys repeat.
    const { zoom = smallest, changeZoom } = zooming.current ?? {};
    changeZoom?.(steps(zoom / step) * step);
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
  const button = (name: string, Icon: LucideIcon, act: () => void, isAtEnd = false) => (
    // `disabled` would lose the focus at the end of the scale.
    <Action aria-label={text(`preview.${name}`)} aria-disabled={isAtEnd} onClick={act}>
      <Icon />
    </Action>
  );

  return (
    <Window
      ref={dialog}
      aria-labelledby={headerId}
      aria-describedby={image.description && aboutId}
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
      <div role="toolbar" aria-label={text('preview.toolbar')} style={{ display: 'contents' }}>
        <Header id={headerId} aria-live="polite" aria-atomic>
          <Text path={image.header ?? image.alt} />
          {images.length > 1 && <Value>{` ${index + 1} / ${images.length}`}</Value>}
        </Header>
        <Actions>
          {images.length > 1 && (
            <>
              {button('previous', ChevronLeft, () => browsing.current?.prev())}
              {button('next', ChevronRight, () => browsing.current?.next())}
            </>
          )}
          {button('zoomOut', ZoomOut, zoomOut, scale === smallest)}
          <Value role="status">{percent.format(scale)}</Value>
          {button('zoomIn', ZoomIn, zoomIn, scale === largest)}
          {button('close', X, goBack)}
        </Actions>
      </div>
      <PreviewStage
        {...{ images, start, scale, browsing, zooming, onLost }}
        onView={setIndex}
        onZoom={setScale}
        onClose={goBack}
      />
      {image.description && (
        <About id={aboutId}>
          <Markdown path={image.description} />
        </About>
      )}
    </Window>
  );
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

/** Any phone; in portrait the description is below the picture, and a thumb reaches the buttons. */
const onPhone = '@media (max-width: 600px), (min-width: 540px) and (max-height: 480px)';

/**
 * Meanwhile the page has no scrollbar, and keeps its width. A phone in landscape has little height, so the
 * description is beside the picture.
 */
const Window = styled.dialog`
  background: #000c19;
  border: 0;
  color: #f3ecf6;
  --about: 30vh;
  grid-template: 'header actions' auto 'stage stage' minmax(0, 1fr) 'about about' auto / minmax(0, 1fr) auto;
  height: 100%;
  max-height: none;
  max-width: none;
  padding: 0;
  width: 100%;

  &[open] {
    display: grid;
  }

  html:has(#page &[open]) {
    background: #000c19;
    overflow-y: hidden;
    padding-inline-end: var(--bar);
  }

  ${onPhone} {
    grid-template: 'stage' minmax(0, 1fr) 'header' auto 'about' auto 'actions' auto / minmax(0, 1fr);
    padding-bottom: env(safe-area-inset-bottom);
  }

  @media (min-width: 540px) and (max-height: 480px) {
    --about: none;
    grid-template: 'stage header' auto 'stage about' minmax(0, 1fr) 'stage actions' auto / minmax(0, 1fr) 304px;
  }
`;

const Header = styled.h2`
  align-self: center;
  font-size: 1.125rem;
  grid-area: header;
  margin: 0;
  overflow-wrap: anywhere;
  padding: 12px clamp(8px, 2.5vw, 16px);

  ${onPhone} {
    padding-bottom: 0;
  }
`;

const Value = styled.span`
  font-size: 0.875rem;
  font-variant-numeric: tabular-nums;
  font-weight: 400;
  padding-inline: 6px;
  white-space: nowrap;
`;

const Actions = styled.div`
  align-items: center;
  display: flex;
  gap: 4px;
  grid-area: actions;
  min-height: ${tokens.headerHeight};
  padding-inline-end: 16px;

  ${onPhone} {
    justify-content: space-between;
    padding: 4px 2px 8px;
  }
`;

const Action = styled(IconButton)`
  --line: rgb(255 255 255 / 40%);

  &[aria-disabled='true'] {
    cursor: default;
    opacity: 0.4;
  }
`;

const About = styled.div`
  border-top: 1px solid ${tokens.primary};
  display: grid;
  grid-area: about;
  justify-content: center;
  max-height: var(--about);
  overflow: auto;
  padding: 14px 24px;
  --accent: #e58bff;
  --surface: #10243f;

  ${onPhone} {
    border: 0;
    justify-content: start;
    padding: 4px clamp(8px, 2.5vw, 16px);
  }
`;
