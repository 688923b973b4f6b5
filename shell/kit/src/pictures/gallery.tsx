import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { css } from 'styled-components';
import { whereHovering } from '../layout.ts';
import { lazyPart } from '../lazy-part.tsx';
import { useSettings } from '../settings.ts';
import { styled } from '../styled.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { changeInView } from '../view-transition.ts';
import { type GalleryImage, SharedPicture } from './picture.tsx';
import { ThemedPicture } from './themed-picture.tsx';
import { showUnavailableHint } from './unavailable-hint.ts';

interface Props {
  images: ReadonlyArray<GalleryImage>;
  /** The width of a thumbnail: 8rem for the logos, 5rem for screenshots. */
  size: string;
  isSquare?: boolean;
  /** Shows one picture large above the others: its sizes, and the name it shares with another page. */
  lead?: { sizes: string; sharedAs?: string };
}

// Loaded late, as most visitors open no picture.
const Preview = lazyPart(
  () => import(/* webpackChunkName: "pictures" */ './preview.tsx').then((m) => m.Preview),
  NoPreview,
  3000,
);

/** Thumbnails that open in a preview. */
export function Gallery({ images, size, isSquare = false, lead }: Props) {
  const [openIndex, setOpenIndex] = useState<number>();
  // The picture last pointed at or focused. Its thumbnail is the background until the large file is loaded,
  // as the box would be blank for some frames.
  const [large, setLarge] = useState<{ index: number; thumbnail?: string | undefined }>({
    index: 0,
  });
  const theme = useSettings((settings) => settings.theme);
  const text = useText();
  const largeImage = images[large.index];
  const opener = useRef<{ index: number; element: HTMLElement }>(undefined);
  const thumbnails = useRef<HTMLUListElement>(null);

  const enlarge = (index: number, thumbnail: HTMLElement) => {
    const visible = [...thumbnail.querySelectorAll('img')].find((image) => image.offsetWidth > 0);
    setLarge({ index, thumbnail: visible?.currentSrc });
  };
  const open = async (index: number, element: HTMLElement) => {
    if (!(await Preview.fetch())) return showUnavailableHint();
    // The dialog gives the focus back to it; the large picture is hidden from screen readers.
    thumbnails.current?.querySelectorAll('button')[index]?.focus({ preventScroll: true });
    opener.current = { index, element };
    // The view transition moves the element to the preview's picture, which has this name too.
    element.style.viewTransitionName = 'preview';
    void changeInView('picture', () => {
      element.style.viewTransitionName = '';
      flushSync(() => setOpenIndex(index));
    });
  };
  const leave = async (close: () => void) => {
    const thumbnail = thumbnails.current?.querySelectorAll('button')[openIndex ?? 0];
    const isOpened = opener.current?.index === openIndex;
    const target = isOpened ? opener.current?.element : thumbnail;
    await changeInView('picture', () => {
      close();
      if (target) target.style.viewTransitionName = 'preview';
    });
    // By then the transition has captured the element.
    setTimeout(() => target?.style.removeProperty('view-transition-name'), 500);
  };

  return (
    <>
      {lead && largeImage && (
        // Pointer only: keyboards and screen readers have the same picture among the thumbnails.
        <Lead
          data-screen
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          style={
            large.thumbnail ? { background: `50% / cover url("${large.thumbnail}")` } : undefined
          }
          onClick={({ currentTarget }) => open(large.index, currentTarget)}
        >
          <SharedPicture name={lead.sharedAs}>
            <ThemedPicture {...largeImage} alt="" size={lead.sizes} isFitted />
          </SharedPicture>
        </Lead>
      )}
      <Thumbnails ref={thumbnails} $isStrip={lead !== undefined}>
        {images.map((image, index) => (
          // The path depends on language and theme, so it is no key.
          <li key={image.alt}>
            <Thumbnail
              type="button"
              aria-haspopup="dialog"
              aria-label={`${text('preview.open')}: ${text(image.alt)}`}
              onClick={({ currentTarget }) => open(index, currentTarget)}
              onFocus={({ currentTarget }) => enlarge(index, currentTarget)}
              onPointerEnter={({ currentTarget }) => enlarge(index, currentTarget)}
            >
              <ThemedPicture
                {...image}
                size={size}
                isSmall={lead !== undefined}
                isSquare={isSquare}
              />
            </Thumbnail>
          </li>
        ))}
      </Thumbnails>
      {openIndex !== undefined && (
        <Preview
          images={theme === 'dark' ? images.map(inDarkTheme) : images}
          index={openIndex}
          onMove={setOpenIndex}
          onLeave={leave}
          onClose={() => setOpenIndex(undefined)}
        />
      )}
    </>
  );
}

/** Closes a preview that fails, with a hint. */
function NoPreview({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    showUnavailableHint();
    onClose();
  });
  return null;
}

const inDarkTheme = (image: GalleryImage) => ({ ...image, path: image.darkPath ?? image.path });

/**
 * The border overlays the picture, so that two logos fit beside each other on 320 px, including a scrollbar.
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

  ${whereHovering} {
    &:hover {
      transform: translateY(-2px);
    }

    &:hover::after {
      border-color: ${tokens.accent};
    }
  }

  &:active::after {
    border-color: ${tokens.accent};
    border-width: 2px;
  }
`;

const Lead = styled(Thumbnail)`
  margin-bottom: 12px;
  width: 100%;
`;

/**
 * One row that scrolls, with room for the focus ring; four of 5rem stand closer before they wrap. On paper the
 * large picture is hidden, and the thumbnails share its width.
 */
const strip = css`
  column-gap: clamp(5px, (100% - 20rem) / 3, 16px);

  @media print {
    gap: 6px;

    > li {
      flex: 1;
    }

    button,
    img {
      width: 100%;
    }
  }

  @media (max-width: 389px) {
    flex-wrap: nowrap;
    gap: 5px;
    margin: -5px;
    overflow-x: auto;
    padding: 5px;
    scrollbar-width: none;

    > li {
      flex: none;
    }
  }
`;

/** Like photos on a table; the hovered or focused one is on top. */
const scattered = css`
  gap: 4px 0;
  justify-content: center;
  padding: 8px 11px;

  > li {
    margin: 0 -11px;
    position: relative;
  }

  > :hover,
  > :focus-within {
    z-index: 1;
  }

  > :nth-child(3n + 1) {
    rotate: -3deg;
  }

  > :nth-child(3n + 2) {
    rotate: 2deg;
    translate: 0 6px;
  }

  > :nth-child(3n) {
    rotate: -1deg;
    translate: 0 -4px;
  }

  @media print {
    > li {
      margin: 0;
      rotate: none;
      translate: none;
    }
  }
`;

const Thumbnails = styled.ul<{ $isStrip: boolean }>`
  break-inside: avoid;
  display: flex;
  flex-wrap: wrap;
  gap: clamp(5px, 2.5vw - 3px, 16px);
  list-style: none;
  margin: 0;
  padding: 0;

  @media print {
    gap: 6px;
  }

  ${({ $isStrip }) => ($isStrip ? strip : scattered)}
`;
