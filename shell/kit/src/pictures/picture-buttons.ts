import { styled } from 'styled-components';
import { whereHovering } from '../layout/mixins.ts';
import { tokens } from '../tokens.ts';

/**
 * A small picture that opens large. Its edge lies on the picture: two logos fit beside each other on
 * 320 px, a scrollbar included.
 */
export const Thumbnail = styled.button`
  background: ${tokens.surface};
  border: 0;
  border-radius: ${tokens.radius};
  cursor: zoom-in;
  display: block;
  overflow: hidden;
  padding: 0;
  position: relative;

  &::after {
    border: 1px solid ${tokens.line};
    border-radius: inherit;
    content: '';
    inset: 0;
    position: absolute;
  }

  ${whereHovering} {
    &:hover::after {
      border-color: ${tokens.accent};
    }
  }

  &:active::after {
    border-color: ${tokens.accent};
    border-width: 2px;
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: transform 0.15s;

    &::after {
      transition: border-color 0.15s;
    }

    ${whereHovering} {
      &:hover {
        transform: translateY(-2px);
      }
    }
  }
`;

/** The first picture of a strip, as wide as its column. */
export const Lead = styled(Thumbnail)`
  margin-bottom: 12px;
  width: 100%;

  @media print {
    display: none;
  }
`;
