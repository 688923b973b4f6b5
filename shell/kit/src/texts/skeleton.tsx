import { css, keyframes, styled } from 'styled-components';
import { tokens } from '../tokens.ts';

const pulse = keyframes`
  50% { opacity: 0.5; }
`;

/**
 * The surface of everything that is still loading. Its opacity moves, which costs the page's thread
 * nothing: pictures far out of sight load for ever, and a moving gradient painted them 60 times a second.
 */
export const pulsing = css`
  background: ${tokens.skeleton};
  border-radius: ${tokens.radius};

  @media (prefers-reduced-motion: no-preference) {
    animation: ${pulse} 1.6s ease-in-out infinite;
  }
`;

/** How wide a text may become before its lines are hard to read. No `ch`: until its font has come, that is another font's 0. */
export const textWidth = '30.8em';

/** Texts mostly come within this time: until then those from before are seen, and nothing blinks. */
const soon = '120ms';

const linger = keyframes`
  from { background: transparent; opacity: 1; visibility: visible; }
`;

/** The surface in the place of texts. */
const pulsingLate = css`
  ${pulsing}
  animation: ${linger} 1ms ${soon} backwards;

  @media (prefers-reduced-motion: no-preference) {
    animation: ${linger} 160ms ${soon} backwards, ${pulse} 1.6s 280ms ease-in-out infinite;
  }
`;

const leavingLate = css`
  animation: ${linger} 1ms ${soon} backwards;

  @media (prefers-reduced-motion: no-preference) {
    animation-duration: 160ms;
  }
`;

/** Stands where an inline text will be; takes the size of the text from before, so nothing shifts. */
export const LineSkeleton = styled.span`
  ${pulsingLate}
`;

/** Stands where paragraphs will be. */
export const ParagraphSkeleton = styled.div`
  ${pulsingLate}
  max-width: ${textWidth};
  min-height: 3lh;
`;

/**
 * The text from before keeps its place, unseen. It can still be heard: it may be the name of a button
 * or of a field.
 */
export const UnseenLine = styled.span`
  ${leavingLate}
  opacity: 0;
`;

/** Paragraphs from before: unseen and unread, and their links are nowhere. */
export const UnseenParagraphs = styled.div`
  ${leavingLate}
  visibility: hidden;
`;
