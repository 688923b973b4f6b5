import type { GalleryImage } from '@portfolio/kit';

/** Paths are written out: a deploy checks that every picture that is named is there. */
const drawings: readonly [name: string, path: string][] = [
  ['today', 'logos/today.svg'],
  ['facets', 'logos/facets.svg'],
  ['pixel', 'logos/pixel.svg'],
  ['outline', 'logos/outline.svg'],
  ['potato', 'logos/potato.svg'],
];

/** Today's logo first, then the old ones back to the first; none for a page without them. */
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
