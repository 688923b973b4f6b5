import { onMobile, styled, tokens } from '@portfolio/kit';
import type { PropsWithChildren } from 'react';
import { inTwoRows, withIcons } from './widths.ts';

/** The owner's name; the lines beside it are the first to make room. */
export function OwnerName({ children }: PropsWithChildren) {
  return (
    <Row>
      <Line />
      <Name>{children}</Name>
      <Line $isMirrored />
    </Row>
  );
}

const Row = styled.div`
  align-items: center;
  display: flex;
  gap: clamp(8px, 1.4vw, 18px);
  grid-area: name;
  min-width: 0;

  ${withIcons} {
    gap: clamp(4px, 4vw - 19px, 11px);
  }

  ${inTwoRows} {
    gap: 8px;
  }
`;

/**
 * At any size of letters the row without a target shrinks first. On a phone a long name has two lines
 * instead of an ellipsis.
 */
const Name = styled.span`
  flex: none;
  font-size: 1.375rem;
  font-weight: 600;
  letter-spacing: 0.01em;
  line-height: 1.4;
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  ${withIcons} {
    font-size: clamp(1.0625rem, 5vw, 1.1875rem);
  }

  ${onMobile} {
    -webkit-box-orient: vertical;
    display: -webkit-box;
    font-size: min(clamp(1.0625rem, 5vw, 1.1875rem), 23px);
    -webkit-line-clamp: 2;
    line-height: 1.2;
    text-wrap: balance;
    white-space: normal;
  }

  ${inTwoRows} {
    font-size: min(1.0625rem, 17px);
    line-height: 19px;
  }
`;

/** As wide as there is room; zero where there is none. */
const Line = styled.span<{ $isMirrored?: boolean }>`
  background: linear-gradient(90deg, transparent, ${tokens.primary});
  flex: 1 1 auto;
  height: 1px;
  min-width: 0;
  rotate: ${({ $isMirrored }) => ($isMirrored ? '180deg' : 'none')};
  width: clamp(24px, 50vw - 370px, 240px);

  ${onMobile} {
    display: none;
  }

  ${withIcons} {
    width: clamp(0px, 50vw - 290px, 24px);
  }

  ${inTwoRows} {
    width: 24px;
  }

  @media print {
    display: none;
  }
`;
