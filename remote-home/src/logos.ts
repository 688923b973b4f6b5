import type { GalleryImage } from '@portfolio/kit';

/** Today's logo first, then the old ones back to the first. */
export const logos: readonly GalleryImage[] = ['today', 'facets', 'pixel', 'outline', 'potato'].map(
  (logo) => ({
    path: `logos/${logo}.svg`,
    width: 512,
    height: 512,
    alt: `home.logos.${logo}.alt`,
    header: `home.logos.${logo}.header`,
    description: `home.logos.${logo}.description`,
  }),
);
