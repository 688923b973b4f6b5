import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { css, styled } from 'styled-components';
import { useHints } from '../hints/hints.ts';
import { visuallyHidden } from '../layout/mixins.ts';
import { Markdown } from '../texts/markdown.tsx';
import { Text } from '../texts/text.tsx';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import type { GalleryImage } from './picture.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { PreviewToolbar } from './preview-toolbar.tsx';
import { besideThePicture, placedApart, Window } from './preview-window.ts';
import { zoom } from './zoom.ts';

interface Props {
  images: readonly GalleryImage[];
  index: number;
  onMove: (index: number) => void;
  /** Does what closes it, and shows how. */
  onLeave: (close: () => void) => void;
  onClose: () => void;
}

/** One picture of a gallery over the whole window: zoom, move on, read about it, Escape or Back to leave. */
export function Preview({ images, index, onMove, onLeave, onClose }: Props) {
  const [scale, setScale] = useState(1);
  const dialog = useOpenDialog(onLeave);
  const [headerId, aboutId] = [useId(), useId()];
  const text = useText();
  const image = images[index];
  if (!image) return null;
  const neighbours = [index + 1, index - 1].flatMap(
    (place) => images.at(place % images.length) ?? [],
  );

  const move = (by: number) => {
    setScale(1);
    onMove((index + by + images.length) % images.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = {
      '+': () => setScale(zoom(scale, 'in')),
      '-': () => setScale(zoom(scale, 'out')),
      '0': () => setScale(1),
      // While zoomed in the arrows scroll.
      ArrowRight: scale === 1 ? () => move(1) : undefined,
      ArrowLeft: scale === 1 ? () => move(-1) : undefined,
    }[event.key];
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  };

  return (
    <Window
      ref={dialog}
      aria-labelledby={headerId}
      aria-describedby={aboutId}
      {...(image.description ? { 'data-described': '' } : {})}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        goBack();
      }}
      onClose={() => {
        // A second Escape closes a dialog without asking.
        if (hasOwnEntry()) goBack();
        onClose();
      }}
    >
      <PreviewToolbar
        scale={scale}
        onZoom={(direction) => setScale(zoom(scale, direction))}
        position={`${index + 1} / ${images.length}`}
        {...(images.length > 1 ? { onMove: move } : {})}
        onClose={goBack}
      >
        <Header id={headerId}>
          <Text path={image.header ?? image.alt} />
        </Header>
      </PreviewToolbar>
      <PreviewStage
        key={image.path}
        image={image}
        neighbours={neighbours}
        scale={scale}
        onZoom={setScale}
        onMove={move}
        onClose={goBack}
      />
      {image.description ? (
        <About id={aboutId}>
          <Markdown path={image.description} />
        </About>
      ) : (
        <Nothing id={aboutId}>{text(image.alt)}</Nothing>
      )}
    </Window>
  );
}

/**
 * Opens the dialog with an entry of its own in the browser's history, so that Back closes it and
 * nothing else. Closed every other way it goes back as well.
 */
function useOpenDialog(onLeave: Props['onLeave']) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent(() => onLeave(() => dialog.current?.close()));
  useEffect(() => {
    // The router's own part of the state stays, so that for the router nothing has happened.
    if (!hasOwnEntry()) history.pushState({ ...history.state, isOpen: true }, '');
    dialog.current?.showModal();
    useHints.setState({ dialog: dialog.current ?? undefined });
    const close = () => leave();
    addEventListener('popstate', close);
    return () => {
      removeEventListener('popstate', close);
      useHints.setState({ dialog: undefined });
    };
  }, []);
  return dialog;
}

const hasOwnEntry = () => history.state?.isOpen === true;
const goBack = () => history.back();

const Header = styled.h2`
  font-size: 1.125rem;
  margin: 0;
  overflow-wrap: anywhere;

  ${placedApart(css`
    background: rgb(0 12 26 / 92%);
    grid-area: header;
    padding: 12px clamp(8px, 2.5vw, 16px) 0;
  `)}
`;

const About = styled.div`
  background: rgb(0 12 26 / 92%);
  display: grid;
  grid-area: about;
  justify-content: center;
  max-height: 30vh;
  overflow: auto;
  padding: 14px 24px;
  --accent: #e58bff;
  --surface: #10243f;
  border-top: 1px solid ${tokens.primary};

  ${placedApart(css`
    border: 0;
    justify-content: start;
    padding: 4px clamp(8px, 2.5vw, 16px);
  `)}
  ${besideThePicture(css`
    align-content: start;
    max-height: none;
  `)}
`;

const Nothing = styled.p`
  ${visuallyHidden}
`;
