/**
 * Too narrow for the names of choices, when the lines beside the owner's name have no width left. In em, so
 * that larger letters in the visitor's browser count as a smaller window.
 */
export const withIcons = '@media (max-width: 49.9375em)';

/** A small window that is no phone: the name is above the tabs, which keep 44 px, in the same 64 px. */
export const inTwoRows = '@media (max-width: 35.9375em) and (not (max-aspect-ratio: 3/4))';
