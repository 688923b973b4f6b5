/** The formats and widths in which a large picture is released; the last format is the fallback. */
export const pictureFormats = ['avif', 'webp'] as const;
export const pictureWidths = { avif: [320, 800, 1600], webp: [320, 800] };

type PictureFormat = (typeof pictureFormats)[number];

/** The file of a picture in one width and format, such as `mud-inc/spa-day-800.avif`. */
export function pictureFile(picture: string, width: number, format: PictureFormat): string {
  return `${picture}-${width}.${format}`;
}

/** The files of a picture in a format, as `srcset` names them. */
export function sourceSet(picture: string, format: PictureFormat): string {
  const files = pictureWidths[format].map(
    (width) => `${pictureFile(picture, width, format)} ${width}w`,
  );
  return files.join(', ');
}

/** A picture is large from this width on. */
export const largestWidth = Math.max(...pictureWidths.avif);

/** Whether a picture of `resources/` is released in all sizes; smaller ones and drawings are not. */
export function isSized(file: string, width: number): boolean {
  return /\.(?:png|jpe?g|webp)$/.test(file) && width >= largestWidth;
}
