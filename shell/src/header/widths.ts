/**
 * The header is too narrow for the names of choices. In em, so that a larger font size in the browser counts
 * as a smaller window.
 */
export const withIcons = '@media (max-width: 49.9375em)';

/** A small window that is no phone: the name is above the tabs, which keep 44 px of the header's 64. */
export const inTwoRows = '@media (max-width: 35.9375em) and (not (max-aspect-ratio: 3/4))';
