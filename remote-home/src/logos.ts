import type { GalleryImage } from '@portfolio/kit';

/** Literal paths: a deploy checks that every named picture exists. */
const drawings: readonly [name: string, path: string][] = [
  ['today', 'logos/today.svg'],
  ['facets', 'logos/facets.svg'],
  ['pixel', 'logos/pixel.svg'],
  ['outline', 'logos/outline.svg'],
  ['potato', 'logos/potato.svg'],
];

/** The logos, newest first; `[]` for a page without them. */
export const logos = drawings.map(
  ([name, path]): GalleryImage => ({
    path,
    width: 512,
    height: 512,
    alt: `home.logos.${name}.alt`,
    header: `home.logos.${name}.header`,
    description: `home.logos.${name}.description`,
  }),
);
