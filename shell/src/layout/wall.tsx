import { keyframes, styled, tokens } from '@portfolio/kit';

const drift = keyframes`
  to { translate: 0 -100px; }
`;

/** The wall behind the page, which moves a little with the scroll position: it extends below the window by its motion. */
export const Wall = styled.div`
  background: var(--wall-base) ${tokens.wall} 50% 0 / 480px auto;
  inset: ${tokens.headerHeight} 0 -100px;
  position: fixed;
  z-index: -1;

  @supports (animation-timeline: scroll()) {
    @media (prefers-reduced-motion: no-preference) {
      animation: ${drift} linear both;
      animation-timeline: scroll(root);
    }
  }
`;
