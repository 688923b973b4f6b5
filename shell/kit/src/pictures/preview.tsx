import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { keyframes } from 'styled-components';
import { useHints } from '../hints/hints.ts';
import { IconButton, visuallyHidden } from '../layout.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { useSettings } from '../settings.ts';
import { styled } from '../styled.ts';
import { Text } from '../texts/text.tsx';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { isMotionWelcome } from '../view-transition.ts';
import type { GalleryImage } from './picture.tsx';
import { largest, PreviewStage, smallest, step, useZoom } from './preview-stage.tsx';

interface Props {
  images: readonly GalleryImage[];
  index: number;
  onMove: (index: number) => void;
  /** Calls `close`, in a view transition. */
  onLeave: (close: () => void) => void;
  onClose: () => void;
}

/**
 * Shows a picture in the whole window, with its description and a toolbar to zoom and browse. Escape or Back
 * closes it.
 */
export function Preview({ images, index, onMove, onLeave, onClose }: Props) {
  const zoom = useZoom();
  const dialog = useOpenDialog(onLeave);
  const [headerId, aboutId] = [useId(), useId()];
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', useGrouping: false });
  const image = images[index];
  if (!image) return null;
  const { scale, zoomTo } = zoom;
  const places = [index + 1, index - 1].map((place) => (place + images.length) % images.length);
  const neighbours = images.filter((_, place) => places.includes(place));

  const move = (by: number) => {
    zoom.reset();
    onMove((index + by + images.length) % images.length);
  };
  const zoomBy = (by: number) => zoomTo(scale + by);
  const onKeyDown = (event: KeyboardEvent) => {
    const action = {
      '+': () => zoomBy(step),
      '-': () => zoomBy(-step),
      '0': () => zoomTo(smallest),
      // The arrow keys scroll a zoomed picture.
      ArrowRight: scale === smallest ? () => move(1) : undefined,
      ArrowLeft: scale === smallest ? () => move(-1) : undefined,
    }[event.key];
    const isShortcut = event.ctrlKey || event.metaKey;
    if (!action || isShortcut) return;
    event.preventDefault();
    action();
  };

  return (
    <Window
      ref={dialog}
      aria-labelledby={headerId}
      aria-describedby={aboutId}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        goBack();
      }}
      onClose={() => {
        // A second Escape closes a dialog without a cancel event.
        if (hasHistoryEntry()) goBack();
        onClose();
      }}
    >
      <Toolbar role="toolbar" aria-label={text('preview.toolbar')}>
        <Text as={Header} id={headerId} path={image.header ?? image.alt} aria-live="polite" />
        <Actions>
          {images.length > 1 && (
            <>
              <Action aria-label={text('preview.previous')} onClick={() => move(-1)}>
                <ChevronLeft />
              </Action>
              <Value>{`${index + 1} / ${images.length}`}</Value>
              <Action aria-label={text('preview.next')} onClick={() => move(1)}>
                <ChevronRight />
              </Action>
            </>
          )}
          <Action
            aria-label={text('preview.zoomOut')}
            // `disabled` would lose the focus at the end of the scale.
            aria-disabled={scale === smallest}
            onClick={() => zoomBy(-step)}
          >
            <ZoomOut />
          </Action>
          <Value role="status">{percent.format(scale)}</Value>
          <Action
            aria-label={text('preview.zoomIn')}
            aria-disabled={scale === largest}
            onClick={() => zoomBy(step)}
          >
            <ZoomIn />
          </Action>
          <Action aria-label={text('preview.close')} onClick={goBack}>
            <X />
          </Action>
        </Actions>
      </Toolbar>
      <PreviewStage
        image={image}
        neighbours={neighbours}
        zoom={zoom}
        onMove={move}
        onClose={goBack}
      />
      {image.description ? (
        <About id={aboutId}>
          <Markdown path={image.description} />
        </About>
      ) : (
        <SpokenDescription id={aboutId}>{text(image.alt)}</SpokenDescription>
      )}
    </Window>
  );
}

/**
 * Opens the dialog with an entry in the browser's history, so that Back closes it. Every other way to close
 * it goes back as well.
 */
function useOpenDialog(onLeave: Props['onLeave']) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent(async () => {
    // For browsers without view transitions.
    const isCut = !('startViewTransition' in document) && isMotionWelcome();
    if (isCut) await dialog.current?.animate({ opacity: 0 }, 160).finished;
    onLeave(() => dialog.current?.close());
  });
  useEffect(() => {
    // Keeps the router's state, so that the router sees no navigation.
    if (!hasHistoryEntry()) history.pushState({ ...history.state, isOpen: true }, '');
    const { style, clientWidth } = document.documentElement;
    style.setProperty('--bar', `${innerWidth - clientWidth}px`);
    dialog.current?.showModal();
    useHints.setState({ dialog: dialog.current ?? undefined });
    const close = () => void leave();
    addEventListener('popstate', close);
    return () => {
      removeEventListener('popstate', close);
      useHints.setState({ dialog: undefined });
    };
  }, []);
  return dialog;
}

const hasHistoryEntry = () => history.state?.isOpen === true;
const goBack = () => history.back();

/** A phone in landscape has little height, so the description is beside the picture. */
const onPhoneInLandscape = '@media (min-width: 540px) and (max-height: 480px)';
/** Any phone; in portrait the description is below the picture, and a thumb reaches the buttons. */
const onPhone = '@media (max-width: 600px), (min-width: 540px) and (max-height: 480px)';

const appear = keyframes`
  from { opacity: 0; }
`;

/** Meanwhile the page has no scrollbar, and keeps its width. */
const Window = styled.dialog`
  background: #000c19;
  border: 0;
  color: #f3ecf6;
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

  @supports not (view-transition-name: none) {
    animation: ${appear} 0.16s;
  }

  ${onPhone} {
    grid-template: 'stage' minmax(0, 1fr) 'header' auto 'about' auto 'actions' auto / minmax(0, 1fr);
    padding-bottom: env(safe-area-inset-bottom);
  }

  ${onPhoneInLandscape} {
    grid-template: 'stage header' auto 'stage about' minmax(0, 1fr) 'stage actions' auto / minmax(0, 1fr) 304px;
  }
`;

/** Without a box, as on a phone the description is between header and buttons. */
const Toolbar = styled.div`
  display: contents;
`;

const Header = styled.h2`
  align-self: center;
  font-size: 1.125rem;
  grid-area: header;
  margin: 0;
  overflow-wrap: anywhere;
  padding: 12px clamp(8px, 2.5vw, 16px) 0;

  @media (min-width: 601px) {
    padding-bottom: 12px;
  }
`;

const Actions = styled.div`
  align-items: center;
  display: flex;
  gap: 4px;
  grid-area: actions;
  min-height: ${tokens.headerHeight};
  padding-inline-end: 16px;

  ${onPhone} {
    gap: 0;
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

/** Fits the buttons into one row of 320 px at 5000 %, beside a scrollbar. */
const Value = styled.span`
  font-variant-numeric: tabular-nums;
  min-width: 2.6em;
  text-align: center;

  ${onPhone} {
    font-size: 0.875rem;
    min-width: 0;
  }
`;

const About = styled.div`
  border-top: 1px solid ${tokens.primary};
  display: grid;
  grid-area: about;
  justify-content: center;
  max-height: 30vh;
  overflow: auto;
  padding: 14px 24px;
  --accent: #e58bff;
  --surface: #10243f;

  ${onPhone} {
    border: 0;
    justify-content: start;
    padding: 4px clamp(8px, 2.5vw, 16px);
  }

  ${onPhoneInLandscape} {
    align-content: start;
    max-height: none;
  }
`;

const SpokenDescription = styled.p`
  ${visuallyHidden}
`;
