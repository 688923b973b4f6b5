/** The widths and formats in which a large picture is released; the last format is the fallback. */
export const pictureWidths = [320, 800, 1600] as const;
export const pictureFormats = ['avif', 'webp'] as const;

/** The file of a picture in one width and format, such as `mud-inc/spa-day-800.avif`. */
export function pictureFile(
  picture: string,
  width: (typeof pictureWidths)[number],
  format: (typeof pictureFormats)[number],
): string {
  return `${picture}-${width}.${format}`;
}

/** Whether a picture of `resources/` is released in all sizes; smaller ones and drawings are not. */
export function isSized(file: string, width: number): boolean {
  return /\.(?:png|jpe?g|webp)$/.test(file) && width >= Math.max(...pictureWidths);
}
