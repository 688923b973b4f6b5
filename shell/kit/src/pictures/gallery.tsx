import { lazy, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { Picture, type PictureProps } from './picture.tsx';

/** A picture of a gallery; header and description are key paths and shown in the preview. */
export interface GalleryImage extends Pick<PictureProps, 'path' | 'width' | 'height'> {
  alt: string;
  header?: string;
  description?: string;
}

interface Props {
  images: readonly GalleryImage[];
  /** The width of a thumbnail: 8rem for the logos, 5rem for screenshots (spec §9). */
  size: string;
  isSquare?: boolean;
}

// On the first opening: most visitors open no picture (measured: the dialog weighs 9 kB).
const Preview = lazy(() => import('./preview.tsx').then((m) => ({ default: m.Preview })));

/** Thumbnails that open in a preview. */
export function Gallery({ images, size, isSquare = false }: Props) {
  const [openIndex, setOpenIndex] = useState<number>();
  const text = useText();
  return (
    <>
      <Thumbnails>
        {images.map((image, index) => (
          <li key={image.path}>
            <Thumbnail
              type="button"
              aria-haspopup="dialog"
              aria-label={`${text('preview.open')}: ${text(image.alt)}`}
              onClick={() => setOpenIndex(index)}
            >
              <Picture {...thumbnailOf(image)} size={size} isSquare={isSquare} />
            </Thumbnail>
          </li>
        ))}
      </Thumbnails>
      {openIndex === undefined || (
        <Suspense fallback={null}>
          <Preview
            images={images}
            index={openIndex}
            onMove={setOpenIndex}
            onClose={() => setOpenIndex(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function thumbnailOf({ path, alt, width, height }: GalleryImage) {
  return { path, alt, width, height };
}

const Thumbnails = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: clamp(6px, 2.5vw - 2px, 16px);
  list-style: none;
  margin: 0;
  padding: 0;
`;

const Thumbnail = styled.button`
  background: ${tokens.surface};
  border: 0;
  border-radius: ${tokens.radius};
  cursor: zoom-in;
  display: block;
  overflow: hidden;
  padding: 0;
  position: relative;

  /* Lies on the picture: two logos fit beside each other on 320 px, a scrollbar included. */
  &::after {
    border: 1px solid ${tokens.line};
    border-radius: inherit;
    content: '';
    inset: 0;
    position: absolute;
  }

  &:hover::after {
    border-color: ${tokens.accent};
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: transform 0.15s;

    &::after {
      transition: border-color 0.15s;
    }

    &:hover {
      transform: translateY(-2px);
    }
  }
`;
