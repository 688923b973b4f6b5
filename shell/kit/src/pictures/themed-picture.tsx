import { type GalleryImage, Picture, type PictureProps } from './picture.tsx';

/**
 * A picture of a gallery. One with a file per theme is in the page twice: a prerendered page serves both
 * themes, and browsers do not fetch hidden pictures. The document says which is visible.
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
      <span data-in="light">
        <Picture {...picture} />
      </span>
      <span data-in="dark" data-screen>
        <Picture {...picture} path={darkPath} />
      </span>
    </>
  );
}
