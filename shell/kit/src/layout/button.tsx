import { css, styled } from 'styled-components';
import { tokens } from '../tokens.ts';
import { whereHovering } from './mixins.ts';

/**
 * The look of the one thing to do next, for buttons and for links that act like one. Its edge is seen
 * where colours are forced and backgrounds gone.
 */
export const buttonLook = css`
  align-items: center;
  background: ${tokens.button};
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  color: ${tokens.buttonText};
  cursor: pointer;
  display: inline-flex;
  font: inherit;
  font-weight: 600;
  gap: 8px;
  justify-content: center;
  line-height: 1.3;
  min-height: 44px;
  padding: 8px 20px;
  text-align: center;
  text-decoration: none;
  text-wrap: balance;

  ${whereHovering} {
    &:hover {
      filter: brightness(1.08);
    }
  }

  &:active {
    filter: brightness(0.92);
    translate: 0 1px;
  }
`;

/** The same for what may be done as well: only its edge. */
export const quietButtonLook = css`
  ${buttonLook}
  background: ${tokens.background};
  border-color: color-mix(in srgb, ${tokens.textSoft} 75%, ${tokens.surface});
  color: ${tokens.text};

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.accent};
      filter: none;
    }
  }
`;

/** A button with that look. */
export const Button = styled.button`
  ${buttonLook}
`;
