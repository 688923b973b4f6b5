import { css, keyframes } from 'styled-components';

const turn = keyframes`
  to { rotate: 1turn; }
`;

/** For the mark of something that is under way: it turns, where motion is welcome. */
export const turning = css`
  @media (prefers-reduced-motion: no-preference) {
    animation: ${turn} 1s linear infinite;
  }
`;
