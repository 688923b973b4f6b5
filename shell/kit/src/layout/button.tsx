import { css, styled } from 'styled-components';
import { tokens } from '../tokens.ts';

/** The look of the one thing to do next, for buttons and for links that act like one. */
export const buttonLook = css`
  align-items: center;
  background: ${tokens.button};
  /* Seen where colours are forced and backgrounds gone. */
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

  &:hover {
    filter: brightness(1.08);
  }
`;

/** A button with that look. */
export const Button = styled.button`
  ${buttonLook}
`;
