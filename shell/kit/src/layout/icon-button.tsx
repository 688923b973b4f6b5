import { styled } from 'styled-components';
import { tokens } from '../tokens.ts';
import { whereHovering } from './mixins.ts';

/** A button that is only its icon; what it does stands in its `aria-label`. */
export const IconButton = styled.button.attrs({ type: 'button' })`
  background: none;
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  color: inherit;
  cursor: pointer;
  display: grid;
  flex: none;
  height: 44px;
  padding: 0;
  place-items: center;
  width: 44px;

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.line};
    }
  }

  &:active {
    background: color-mix(in srgb, currentcolor 20%, transparent);
  }
`;
