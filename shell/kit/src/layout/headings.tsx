import { styled } from 'styled-components';

/** The one title of a page. */
export const Title = styled.h1`
  font-size: clamp(2.25rem, 5.2vw, 3.5rem);
  font-weight: 650;
  hyphens: manual;
  letter-spacing: -0.02em;
  line-height: 1.06;
  margin: 0;
  overflow-wrap: break-word;
`;

/** The heading of a part of a page. */
export const Heading = styled.h2`
  break-after: avoid;
  font-size: clamp(1.5rem, 3vw, 1.875rem);
  font-weight: 600;
  letter-spacing: -0.01em;
  margin: 0 0 16px;
`;
