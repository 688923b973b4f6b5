import { css } from 'styled-components';

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
