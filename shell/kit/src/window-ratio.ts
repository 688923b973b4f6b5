const mobile = '(max-aspect-ratio: 3/4)';

/** For styles of windows up to this ratio of width by height: CSS needs no render and shifts nothing. */
export const onMobile = `@media ${mobile}`;
/** For styles above it. */
export const beyondMobile = `@media not ${mobile}`;
