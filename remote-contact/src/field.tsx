import { css, styled, tokens, whereHovering } from '@portfolio/kit';

/**
 * The look of everything one can type into. Its edge needs a contrast of 3:1, for which the line between
 * parts is too faint; its lines are whole pixels, in which the message box counts its rows; and the
 * focus brings it into view below a hint, too.
 */
export const typingLook = css`
  background: ${tokens.surface};
  border: 1px solid color-mix(in srgb, ${tokens.textSoft} 75%, ${tokens.surface});
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  display: block;
  font: inherit;
  line-height: 1.625rem;
  padding: 9px 12px;
  scroll-margin-block: 160px 24px;
  width: 100%;

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.accent};
    }
  }

  &:focus-visible {
    border-color: ${tokens.accent};
    outline: 2px solid ${tokens.accent};
    outline-offset: 1px;
  }

  &[aria-invalid='true'] {
    border-color: ${tokens.error};
    outline-color: ${tokens.error};
  }
`;

export const Input = styled.input`
  ${typingLook}
  min-height: 46px;
`;

/** A field with its label above. */
export const Field = styled.div`
  display: grid;
  gap: 6px;
  width: 100%;
`;

export const Label = styled.label`
  font-weight: 500;
  justify-self: start;
  line-height: 1.3;
  position: relative;
`;

const tones = { soft: tokens.textSoft, error: tokens.error };

/** A sentence that belongs to a field. */
export const Note = styled.span<{ $tone: keyof typeof tones }>`
  color: ${({ $tone }) => tones[$tone]};
  font-size: 0.9375rem;
  font-weight: 400;
  line-height: 1.4;
`;
