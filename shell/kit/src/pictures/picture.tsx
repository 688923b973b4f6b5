import { pictureFile, sourceSet } from '@portfolio/contract/pictures.ts';
import { type CSSProperties, type PropsWithChildren, use } from 'react';
import { css, pulsing, styled } from '../styles.ts';
import { useText } from '../texts/texts.ts';
import { ThisRelease } from '../this-release.ts';

/** A picture and its presentation. */
export interface PictureProps {
  /**
   * A file in the section's `resources/`: `logo.svg` or, without an extension, a picture of which the build
   * makes all widths and formats. 1600 pixels are wide enough; smaller pictures are not enlarged.
   */
  path: string;
  /** The `path` in the dark theme, where that is another. */
  darkPath?: string;
  /** The key path of the alternative text; none for a decorative picture. */
  alt?: string;
  /** The intrinsic size in CSS pixels, which reserves the space while loading. */
  width: number;
  height: number;
  /** The width on the page; by default the intrinsic width. */
  size?: string;
  /** At most 80 px wide, so that one file is enough for every screen. */
  isSmall?: boolean;
  /** Fills its box as far as its aspect ratio allows. */
  isFitted?: boolean;
  /** Fetches a picture that the visitor sees first at once, instead of lazily. */
  isUrgent?: boolean;
}

/** A picture of a gallery; header and description are key paths, for the lightbox. */
export interface GalleryImage extends Pick<PictureProps, 'path' | 'darkPath' | 'width' | 'height'> {
  alt: string;
  header?: string;
  description?: string;
}

/** The address of a file in the surrounding section's `resources/` folder. */
export function useResource(): (path: string) => string {
  const { base } = use(ThisRelease);
  return (path) => `${base}resources/${path}`;
}

/**
 * A picture, with a skeleton until it is loaded. One with a file per theme is in the page twice: a prerendered page
 * serves both themes, and browsers do not fetch hidden pictures. The document says which is visible.
 */
export function Picture({ darkPath, ...picture }: PictureProps) {
  if (!darkPath) return <PictureOfFile {...picture} />;
  return (
    <>
      <span data-in="light">
        <PictureOfFile {...picture} />
      </span>
      <span data-in="dark" data-screen>
        <PictureOfFile {...picture} path={darkPath} />
      </span>
    </>
  );
}

function PictureOfFile({
  path,
  alt,
  width,
  height,
  size = `${width}px`,
  isSmall = false,
  isFitted = false,
  isUrgent = false,
}: PictureProps) {
  const text = useText();
  const address = useResource()(path);
  const isDrawing = /\.\w+$/.test(path);
  const isOneFile = isDrawing || isSmall;
  const image = (
    <Image
      src={isDrawing ? address : pictureFile(address, 320, 'webp')}
      srcSet={isOneFile ? undefined : sourceSet(address, 'webp')}
      sizes={isOneFile ? undefined : size}
      alt={alt ? text(alt) : ''}
      width={width}
      height={height}
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : undefined}
      decoding="async"
      aria-busy
      // In a prerendered page the picture may have been loaded before React ran.
      suppressHydrationWarning
      ref={(element) => {
        if (element?.complete && element.naturalWidth > 0) endSkeleton(element);
      }}
      onLoad={({ currentTarget }) => endSkeleton(currentTarget)}
      // A lost picture shows its alternative text, or nothing without one.
      onError={({ currentTarget }) => {
        endSkeleton(currentTarget);
        if (!alt) currentTarget.style.visibility = 'hidden';
      }}
      draggable={isFitted ? false : undefined}
      $width={size}
      $isFitted={isFitted}
    />
  );
  if (isDrawing) return image;
  return (
    <Sources>
      <source
        type="image/avif"
        srcSet={isSmall ? `${pictureFile(address, 320, 'avif')} 320w` : sourceSet(address, 'avif')}
        sizes={size}
      />
      {image}
    </Sources>
  );
}

/**
 * Does not render, since a page has dozens of pictures. Synchronous decoding lets a replacing picture, as in
 * another language, appear without a gap.
 */
function endSkeleton(image: HTMLImageElement): void {
  image.removeAttribute('aria-busy');
  image.style.visibility = '';
  image.decoding = 'sync';
}

/**
 * A picture on two pages: a view transition between them moves it to its new place.
 * @param name unique within a page and equal on both
 */
export function SharedPicture({ name, children }: PropsWithChildren<{ name: string }>) {
  return <Shared style={{ '--shared': `picture-${name}` } as CSSProperties}>{children}</Shared>;
}

/** Named in the visible page only, as the one that comes has the same name. */
const Shared = styled.span`
  display: block;
  height: 100%;

  :is([data-change='forward'], [data-change='back']) #page-root & {
    view-transition-class: picture;
    view-transition-name: var(--shared);
  }
`;

const Sources = styled.picture`
  display: contents;
`;

/** A component of its own, since every width would repeat its styles in the document. */
const Skeleton = styled.img`
  display: block;
  height: auto;
  max-width: 100%;

  &[aria-busy] {
    ${pulsing}

    @media (scripting: none) {
      animation: none;
      background: none;
    }
  }
`;

// Not a `style` attribute, which the content security policy refuses in a prerendered page.
const Image = styled(Skeleton)<{ $width: string; $isFitted: boolean }>`
  ${({ $width, $isFitted }) =>
    $isFitted
      ? css`
          height: 100%;
          object-fit: contain;
          width: 100%;
        `
      : css`
          width: ${$width};
        `}
`;
