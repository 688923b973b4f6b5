import { css, keyframes, styled } from 'styled-components';
import { tokens } from '../tokens.ts';

const shimmer = keyframes`
  from { background-position: 100% 0; }
  to { background-position: -100% 0; }
`;

/** The moving surface of everything that is still loading. */
export const shimmering = css`
  background: linear-gradient(100deg, ${tokens.skeleton} 40%, ${tokens.skeletonGlow} 50%, ${tokens.skeleton} 60%);
  background-size: 200% 100%;
  border-radius: ${tokens.radius};

  @media (prefers-reduced-motion: no-preference) {
    animation: ${shimmer} 1.6s linear infinite;
  }
`;

/** How wide a text may become before its lines are hard to read; a `ch` is a 0, which is a wide one. */
export const textWidth = '47ch';

/** Stands where an inline text will be; takes the size of the text from before, so nothing shifts. */
export const LineSkeleton = styled.span`
  ${shimmering}
`;

/** Stands where paragraphs will be. */
export const ParagraphSkeleton = styled.div`
  ${shimmering}
  max-width: ${textWidth};
  min-height: 3lh;
`;

/**
 * The text from before keeps its place, unseen. It can still be heard: it may be the name of a button
 * or of a field.
 */
export const UnseenLine = styled.span`
  opacity: 0;
`;

/** Paragraphs from before: unseen and unread, and their links are nowhere. */
export const UnseenParagraphs = styled.div`
  visibility: hidden;
`;
