import { styled } from 'styled-components';
import { tokens } from '../tokens.ts';

/** A line between two parts of a page, with the accent in its middle; forced colours take that away. */
export const Divider = styled.hr`
  border: 0;
  height: 1px;
  margin: clamp(40px, 7vw, 56px) 0;
  background: linear-gradient(
    90deg,
    ${tokens.line} calc(50% - 18px),
    transparent calc(50% - 18px) calc(50% - 7px),
    ${tokens.primary} calc(50% - 7px) calc(50% + 7px),
    transparent calc(50% + 7px) calc(50% + 18px),
    ${tokens.line} calc(50% + 18px)
  );

  @media print {
    margin: 24px 0;
  }

  @media (forced-colors: active) {
    background: CanvasText;
  }
`;
