import { pictureFile, pictureWidths } from '@portfolio/contract/pictures.ts';
import { createContext, type PropsWithChildren, use, ViewTransition } from 'react';
import { css } from 'styled-components';
import { pulsing } from '../layout.ts';
import { styled } from '../styled.ts';
import { useText } from '../texts/texts.ts';

/** A picture and its presentation. */
export interface PictureProps {
  /**
   * A file in the section's `resources/`: `logo.svg`, or, without its ending, a picture which a build makes
   * three widths in two formats of. It is wide enough with 1600 pixels; a smaller one is not enlarged.
   */
  path: string;
  /** The key path of the alternative text; none for a picture that only decorates. */
  alt?: string;
  /** The picture's own size in CSS pixels: it keeps the place free while loading. */
  width: number;
  height: number;
  /** Its width on the page; its own width otherwise. */
  size?: string;
  /** Never wider than 80 px, so that one width is enough for every screen. */
  isSmall?: boolean;
  /** Forces a square, cut from the middle. */
  isSquare?: boolean;
  /** Fills its box as far as its proportions allow, whatever its size. */
  isFitted?: boolean;
  /** For a picture the visitor sees first: fetched at once instead of when it comes near. */
  isUrgent?: boolean;
}

/** A picture of a gallery; header and description are key paths, for the preview. */
export interface GalleryImage extends Pick<PictureProps, 'path' | 'width' | 'height'> {
  alt: string;
  header?: string;
  description?: string;
  /** Its `path` in the dark theme. */
  darkPath?: string;
}

/**
 * The address of the release that the surrounding section's page is from, so that its pictures are of the same
 * release. The shell sets it.
 */
export const ResourceBase = createContext('/');

/** The address of a file in the surrounding section's `resources/` folder. */
export function useResource(): (path: string) => string {
  const base = use(ResourceBase);
  return (path) => `${base}resources/${path}`;
}

/** A picture, with a skeleton until it is loaded. */
export function Picture({
  path,
  alt,
  width,
  height,
  size = `${width}px`,
  isSmall = false,
  isSquare = false,
  isFitted = false,
  isUrgent = false,
}: PictureProps) {
  const text = useText();
  const address = useResource()(path);
  const isDrawing = /\.\w+$/.test(path);
  const sourceSet = (format: 'avif' | 'webp') => {
    const widths = isSmall ? pictureWidths.slice(0, 1) : pictureWidths;
    return widths.map((each) => `${pictureFile(address, each, format)} ${each}w`).join(', ');
  };
  const isOneFile = isDrawing || isSmall;
  const image = (
    <Image
      src={isDrawing ? address : pictureFile(address, 320, 'webp')}
      srcSet={isOneFile ? undefined : sourceSet('webp')}
      sizes={isOneFile ? undefined : size}
      alt={alt ? text(alt) : ''}
      width={width}
      height={height}
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : undefined}
      decoding="async"
      aria-busy
      // In a prerendered page it may have been loaded before React ran.
      suppressHydrationWarning
      ref={(element) => {
        if (element?.complete && element.naturalWidth > 0) endSkeleton(element);
      }}
      onLoad={({ currentTarget }) => endSkeleton(currentTarget)}
      // A lost picture shows its alternative text; one without a text shows nothing.
      onError={({ currentTarget }) => {
        endSkeleton(currentTarget);
        if (!alt) currentTarget.style.visibility = 'hidden';
      }}
      draggable={isFitted ? false : undefined}
      $width={size}
      $isSquare={isSquare}
      $isFitted={isFitted}
    />
  );
  if (isDrawing) return image;
  return (
    <Sources>
      <source type="image/avif" srcSet={sourceSet('avif')} sizes={size} />
      {image}
    </Sources>
  );
}

/**
 * Without a render, since a page has dozens of pictures; React leaves the attribute alone from then on. With
 * synchronous decoding, a picture that replaces this one, as in another language, is painted without a gap.
 */
function endSkeleton(image: HTMLImageElement): void {
  image.removeAttribute('aria-busy');
  image.style.visibility = '';
  image.decoding = 'sync';
}

/** A picture that is on two pages: in the view transition between them it moves to its place there. */
export function SharedPicture({ name, children }: SharedProps) {
  if (!name) return children;
  return (
    <ViewTransition name={`picture-${name}`} share={classes} default="none">
      <Whole>{children}</Whole>
    </ViewTransition>
  );
}

interface SharedProps extends PropsWithChildren {
  /** The same on both pages, and once on each; without one it does not move. */
  name?: string | undefined;
}

/** View transition classes by type: only between two pages. */
const classes = { forward: 'picture', back: 'picture', default: 'none' };

const Whole = styled.span`
  display: block;
  height: 100%;
`;

const Sources = styled.picture`
  display: contents;
`;

/** Before the picture is there. By itself, since every other width would have all of it once more in a document. */
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

// Its width is no `style` attribute: the policy refuses those in a prerendered page.
const Image = styled(Skeleton)<{ $width: string; $isSquare: boolean; $isFitted: boolean }>`
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
  ${({ $isSquare }) =>
    $isSquare &&
    css`
      aspect-ratio: 1;
      object-fit: cover;
    `}
`;
