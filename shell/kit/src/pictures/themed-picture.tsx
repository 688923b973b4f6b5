import { styled } from '../styled.ts';
import { type GalleryImage, Picture, type PictureProps } from './picture.tsx';

/**
 * A picture of a gallery. One that has a file for either theme is in the page twice: a prerendered page serves
 * both themes, and a browser does not fetch what is not displayed.
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
      <InDark>
        <Picture {...picture} path={darkPath} />
      </InDark>
    </>
  );
}

/** On paper as well. */
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
  @media print {
    display: none;
  }

  @media not ((scripting: none) and (prefers-color-scheme: dark)) {
    html:not([data-theme='dark']) & {
      display: none;
    }
  }
`;
