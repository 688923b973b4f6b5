/**
 * What a pointer above something changes, only where there is one that can hover: a finger would
 * leave the look behind. Put `&:hover` within.
 */
export const whereHovering = '@media (hover: hover)';
