import { Description, Portal, Root, Title } from '@radix-ui/react-dialog';
import { type KeyboardEvent, useRef, useState } from 'react';
import { css, styled } from 'styled-components';
import { visuallyHidden } from '../layout/mixins.ts';
import { Markdown } from '../texts/markdown.tsx';
import { Text } from '../texts/text.tsx';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { useCloseByBack } from './close-by-back.ts';
import type { GalleryImage } from './picture.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { PreviewToolbar } from './preview-toolbar.tsx';
import { besideThePicture, DarkGutter, placedApart, Shade, Window } from './preview-window.ts';
import { zoom } from './zoom.ts';

interface Props {
  images: readonly GalleryImage[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** One picture of a gallery over the whole window: zoom, move on, read about it, Escape or Back to leave. */
export function Preview({ images, index, onMove, onClose }: Props) {
  const [scale, setScale] = useState(1);
  const opener = useRef(document.activeElement);
  const text = useText();
  const close = useCloseByBack(onClose);
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
    <Root open onOpenChange={(isOpen) => isOpen || close()}>
      <Portal>
        <DarkGutter />
        <Shade />
        <Window
          {...(image.description ? { 'data-described': '' } : {})}
          onKeyDown={onKeyDown}
          // The preview opens without a trigger of the library's, so it is told where to go back to.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          <PreviewToolbar
            scale={scale}
            onZoom={(direction) => setScale(zoom(scale, direction))}
            position={`${index + 1} / ${images.length}`}
            {...(images.length > 1 ? { onMove: move } : {})}
          >
            <Title asChild>
              <Header>
                <Text path={image.header ?? image.alt} />
              </Header>
            </Title>
          </PreviewToolbar>
          <PreviewStage
            key={image.path}
            image={image}
            neighbours={neighbours}
            scale={scale}
            onZoom={setScale}
            onMove={move}
            onClose={close}
          />
          {image.description ? (
            <Description asChild>
              <About>
                <Markdown path={image.description} />
              </About>
            </Description>
          ) : (
            <Description asChild>
              <Nothing>{text(image.alt)}</Nothing>
            </Description>
          )}
        </Window>
      </Portal>
    </Root>
  );
}

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
