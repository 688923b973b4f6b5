import { styled } from '../styled.ts';
import { type GalleryImage, Picture, type PictureProps } from './picture.tsx';

/**
 * A picture of a gallery. One with a file per theme is in the page twice: a prerendered page serves both
 * themes, and browsers do not fetch hidden pictures.
 */
export function ThemedPicture({
  header,
  description,
  darkPath,
  ...picture
}: GalleryImage & PictureProps) {
  if (!darkPath) return <Picture {...picture} />;
  return (
    <>
      <InLight>
        <Picture {...picture} />
      </InLight>
      <InDark data-screen>
        <Picture {...picture} path={darkPath} />
      </InDark>
    </>
  );
}

/** Also shown on paper. */
const InLight = styled.span`
  @media screen {
    html[data-theme='dark'] & {
      display: none;
    }
  }

  @media screen and (scripting: none) and (prefers-color-scheme: dark) {
    display: none;
  }
`;

const InDark = styled.span`
  @media not ((scripting: none) and (prefers-color-scheme: dark)) {
    html:not([data-theme='dark']) & {
      display: none;
    }
  }
`;
