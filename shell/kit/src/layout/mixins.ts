import { css, keyframes } from 'styled-components';

/**
 * What a pointer above something changes, only where there is one that can hover: a finger would
 * leave the look behind. Put `&:hover` within.
 */
export const whereHovering = '@media (hover: hover)';

/** For what is there for screen readers only: read out, not seen, and taking no room. */
export const visuallyHidden = css`
  clip-path: inset(50%);
  height: 1px;
  margin: 0;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
  width: 1px;
`;

const turn = keyframes`
  to { rotate: 1turn; }
`;

/** For the mark of something that is under way: it turns, where motion is welcome. */
export const turning = css`
  @media (prefers-reduced-motion: no-preference) {
    animation: ${turn} 1s linear infinite;
  }
`;
