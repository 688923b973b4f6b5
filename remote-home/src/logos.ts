import type { GalleryImage } from '@portfolio/kit';

/** Today's logo first, then the old ones back to the first; none for a page without them. */
export const logos: readonly GalleryImage[] = [
  logo('today', 'logos/today.svg'),
  logo('facets', 'logos/facets.svg'),
  logo('pixel', 'logos/pixel.svg'),
  logo('outline', 'logos/outline.svg'),
  logo('potato', 'logos/potato.svg'),
];

/** Paths are written out: a deploy checks that every picture that is named is there. */
function logo(name: string, path: string): GalleryImage {
  return {
    path,
    width: 512,
    height: 512,
    alt: `home.logos.${name}.alt`,
    header: `home.logos.${name}.header`,
    description: `home.logos.${name}.description`,
  };
}
