import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hintSeconds, showHint } from '../hints/hint-toasts.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { css, hovered, PlainList, styled, tokens } from '../styles.ts';
import { useText } from '../texts/texts.ts';
import { type GalleryImage, Picture, type PictureProps } from './picture.tsx';

interface Props extends Pick<PictureProps, 'isSmall'> {
  images: readonly GalleryImage[];
  /** The width of a thumbnail. */
  size: string;
  /** How the thumbnails stand. */
  look?: ReturnType<typeof css>;
  /** The first picture once more, large, above the thumbnails. */
  lead?: ReactNode;
}

// Loaded late, as most visitors open no picture.
const Lightbox = lazyPart(
  () => import(/* webpackChunkName: "pictures" */ './lightbox.tsx').then((m) => m.Lightbox),
  NoLightbox,
  3000,
);

/** Thumbnails that open in a lightbox. */
export function Gallery({ images, size, isSmall = false, look = inRows, lead }: Props) {
  const [opened, setOpened] = useState<number>();
  const text = useText();
  const thumbnails = useRef<HTMLUListElement>(null);

  useEffect(leaveEntryOfReload, []);

  const open = (index: number) => {
    // The dialog gives the focus back to it, in WebKit, too.
    thumbnails.current?.querySelectorAll('button')[index]?.focus({ preventScroll: true });
    setOpened(index);
  };

  return (
    <>
      {lead && (
        // For pointers only: keyboards and screen readers have the same picture among the thumbnails.
        <Thumbnail as="div" data-screen aria-hidden="true" onClick={() => open(0)}>
          {lead}
        </Thumbnail>
      )}
      <Thumbnails ref={thumbnails} $look={look}>
        {images.map((image, index) => (
          // The path depends on language and theme, so it is no key.
          <li key={image.alt}>
            <Thumbnail
              type="button"
              aria-haspopup="dialog"
              aria-label={`${text('lightbox.open')}: ${text(image.alt)}`}
              onClick={() => open(index)}
            >
              <Picture {...image} size={size} isSmall={isSmall} />
            </Thumbnail>
          </li>
        ))}
      </Thumbnails>
      {opened !== undefined && (
        <Lightbox
          images={images.map(inVisibleTheme)}
          start={opened}
          onLost={showUnavailableHint}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Closes a lightbox that fails, with a hint. */
function NoLightbox({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    showUnavailableHint();
    onClose();
  });
  return null;
}

let lastHint: number | undefined;

/** Says that the lightbox or its picture could not be loaded. */
function showUnavailableHint(): void {
  const seconds = hintSeconds.exception;
  lastHint = showHint({ kind: 'error', path: 'lightbox.unavailable', seconds }, lastHint);
}

/** A reload keeps the history's entry of a picture that was open, and Back would only leave that. */
function leaveEntryOfReload(): void {
  if (!history.state?.isOpen) return;
  // At once, as another gallery of the page sees it, too.
  history.replaceState({ ...history.state, isOpen: false }, '');
  history.back();
}

function inVisibleTheme({ darkPath, path, ...image }: GalleryImage): GalleryImage {
  const isDark = document.documentElement.dataset.theme === 'dark';
  return { ...image, path: (isDark && darkPath) || path };
}

/**
 * A picture that opens. The border overlays it, so that two logos fit beside each other on 320 px, including a scrollbar.
 */
const Thumbnail = styled.button`
  background: ${tokens.surface};
  border: 0;
  border-radius: ${tokens.radius};
  cursor: zoom-in;
  display: block;
  overflow: hidden;
  padding: 0;
  position: relative;
  transition: transform 0.15s;

  &::after {
    border: 1px solid ${tokens.line};
    border-radius: inherit;
    content: '';
    inset: 0;
    position: absolute;
    transition: border-color 0.15s;
  }

  ${hovered`
    transform: translateY(-2px);

    &::after {
      border-color: ${tokens.accent};
    }
  `}

  &:active::after {
    border-color: ${tokens.accent};
    border-width: 2px;
  }
`;

const inRows = css`
  flex-wrap: wrap;
  gap: 16px;
`;

const Thumbnails = styled(PlainList)<{ $look: ReturnType<typeof css> }>`
  break-inside: avoid;
  display: flex;

  ${({ $look }) => $look}
`;
