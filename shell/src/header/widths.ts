/**
 * Where the header gives way, once the lines beside the name have shrunk to nothing. In em, so that
 * larger letters in the visitor's browser count as a smaller window.
 */
export const withIcons = '@media (max-width: 49.9375em)';

/** A small window that is no phone: in the same 64 px the name above the tabs, which keep 44 px. */
export const inTwoRows = '@media (max-width: 35.9375em) and (not (max-aspect-ratio: 3/4))';
