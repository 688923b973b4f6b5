import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { css, styled } from 'styled-components';
import { whereHovering } from '../layout.ts';
import { lazyPart } from '../lazy-part.tsx';
import { useSettings } from '../settings.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { changeInView } from '../view-transition.ts';
import { type GalleryImage, Picture, type PictureProps, SharedPicture } from './picture.tsx';
import { sayUnavailable } from './say-unavailable.ts';

interface Props {
  images: ReadonlyArray<GalleryImage>;
  /** The width of a thumbnail: 8rem for the logos, 5rem for screenshots. */
  size: string;
  isSquare?: boolean;
  /** Shows one of the pictures large above all of them: how wide, and its name on two pages. */
  lead?: { sizes: string; sharedAs?: string };
}

// Most visitors open no picture.
const Preview = lazyPart(() => import('./preview.tsx').then((m) => m.Preview), NoPreview, 3000);

/** Thumbnails that open in a preview. */
export function Gallery({ images, size, isSquare = false, lead }: Props) {
  const [openIndex, setOpenIndex] = useState<number>();
  // The one that was pointed at or focused last stands large.
  const [leading, setLeading] = useState(0);
  // Its thumbnail shows through until it is loaded: it was blank for some frames.
  const [standIn, setStandIn] = useState<string>();
  const theme = useSettings((settings) => settings.theme);
  const text = useText();
  const opener = useRef<{ index: number; element: HTMLElement }>(undefined);
  const thumbnails = useRef<HTMLUListElement>(null);

  const takeTheLead = (index: number, thumbnail: HTMLElement) => {
    const shown = [...thumbnail.querySelectorAll('img')].find((image) => image.offsetWidth > 0);
    setStandIn(shown?.currentSrc);
    setLeading(index);
  };
  const open = async (index: number, element: HTMLElement) => {
    if (!(await Preview.fetch())) return sayUnavailable();
    opener.current = { index, element };
    // It becomes the picture of the preview, which has this name as well.
    element.style.viewTransitionName = 'preview';
    void changeInView('picture', () => {
      element.style.viewTransitionName = '';
      flushSync(() => setOpenIndex(index));
    });
  };
  const leave = async (close: () => void) => {
    const thumbnail = thumbnails.current?.querySelectorAll('button')[openIndex ?? 0];
    const { index, element } = opener.current ?? {};
    const target = index === openIndex ? element : thumbnail;
    await changeInView('picture', () => {
      close();
      if (target) target.style.viewTransitionName = 'preview';
    });
    // Once the browser has seen it.
    setTimeout(() => target?.style.removeProperty('view-transition-name'), 500);
  };

  return (
    <>
      {lead && images[leading] && (
        // For the pointer alone: keyboard and ear have its thumbnail, the same picture.
        <Lead
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          style={standIn ? { background: `50% / cover url("${standIn}")` } : undefined}
          onClick={({ currentTarget }) => open(leading, currentTarget)}
        >
          <SharedPicture name={lead.sharedAs}>
            <InTheme {...images[leading]} alt="" size={lead.sizes} isFitted />
          </SharedPicture>
        </Lead>
      )}
      <Thumbnails ref={thumbnails} $isStrip={lead !== undefined}>
        {images.map((image, index) => (
          // In another language or theme it is another file of the same picture.
          <li key={image.alt}>
            <Thumbnail
              type="button"
              aria-haspopup="dialog"
              aria-label={`${text('preview.open')}: ${text(image.alt)}`}
              onClick={({ currentTarget }) => open(index, currentTarget)}
              onFocus={({ currentTarget }) => takeTheLead(index, currentTarget)}
              onPointerEnter={({ currentTarget }) => takeTheLead(index, currentTarget)}
            >
              <InTheme {...image} size={size} isSmall={lead !== undefined} isSquare={isSquare} />
            </Thumbnail>
          </li>
        ))}
      </Thumbnails>
      {openIndex !== undefined && (
        <Preview
          images={theme === 'dark' ? images.map(byNight) : images}
          index={openIndex}
          onMove={setOpenIndex}
          onLeave={leave}
          onClose={() => setOpenIndex(undefined)}
        />
      )}
    </>
  );
}

/** A preview that fails closes, and says so. */
function NoPreview({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    sayUnavailable();
    onClose();
  });
  return null;
}

const byNight = (image: GalleryImage) => ({ ...image, path: image.darkPath ?? image.path });

/**
 * A picture that has one for either theme is there twice: who sends the page does not know the theme, and
 * what is not displayed is not fetched.
 */
function InTheme({ header, description, darkPath, ...picture }: GalleryImage & PictureProps) {
  if (!darkPath) return <Picture {...picture} />;
  return (
    <>
      <ByDay>
        <Picture {...picture} />
      </ByDay>
      <ByNight>
        <Picture {...picture} path={darkPath} />
      </ByNight>
    </>
  );
}

/**
 * A small picture that opens large. Its edge lies on the picture: two logos fit beside each other on
 * 320 px, a scrollbar included.
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

  &::after {
    border: 1px solid ${tokens.line};
    border-radius: inherit;
    content: '';
    inset: 0;
    position: absolute;
  }

  ${whereHovering} {
    &:hover::after {
      border-color: ${tokens.accent};
    }
  }

  &:active::after {
    border-color: ${tokens.accent};
    border-width: 2px;
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: transform 0.15s;

    &::after {
      transition: border-color 0.15s;
    }

    ${whereHovering} {
      &:hover {
        transform: translateY(-2px);
      }
    }
  }
`;

/** The first picture of a strip, as wide as its column. */
const Lead = styled(Thumbnail)`
  margin-bottom: 12px;
  width: 100%;

  @media print {
    display: none;
  }
`;

/** On paper as well. */
const ByDay = styled.span`
  @media screen {
    html[data-theme='dark'] & {
      display: none;
    }
  }

  @media screen and (scripting: none) and (prefers-color-scheme: dark) {
    display: none;
  }
`;

const ByNight = styled.span`
  @media print {
    display: none;
  }

  @media not ((scripting: none) and (prefers-color-scheme: dark)) {
    html:not([data-theme='dark']) & {
      display: none;
    }
  }
`;

/**
 * Where four hardly fit, or do not, one row that a finger moves, the last one cut by the edge, with
 * room for the ring of a focused one. On paper they are the pictures.
 */
const strip = css`
  @media print {
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

/** Like photos that were put down on a table; the one that is meant lies on top. */
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
