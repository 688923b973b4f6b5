import { IconButton, styled, tokens } from '../styles.ts';

/** Any phone; in portrait the description is below the picture, and a thumb reaches the buttons. */
const onPhone = '@media (max-width: 600px), (min-width: 540px) and (max-height: 480px)';

/**
 * Meanwhile the page has no scrollbar, and keeps its width. A phone in landscape has little height, so the
 * description is beside the picture.
 */
export const Window = styled.dialog`
  background: #000c19;
  border: 0;
  color: #f3ecf6;
  --about: 30vh;
  grid-template: 'header actions' auto 'stage stage' minmax(0, 1fr) 'about about' auto / minmax(0, 1fr) auto;
  height: 100%;
  max-height: none;
  max-width: none;
  padding: 0;
  width: 100%;

  &[open] {
    display: grid;
  }

  html:has(#page &[open]) {
    background: #000c19;
    overflow-y: hidden;
    padding-inline-end: var(--bar);
  }

  ${onPhone} {
    grid-template: 'stage' minmax(0, 1fr) 'header' auto 'about' auto 'actions' auto / minmax(0, 1fr);
    padding-bottom: env(safe-area-inset-bottom);
  }

  @media (min-width: 540px) and (max-height: 480px) {
    --about: none;
    grid-template: 'stage header' auto 'stage about' minmax(0, 1fr) 'stage actions' auto / minmax(0, 1fr) 304px;
  }
`;

export const Caption = styled.h2`
  align-self: center;
  font-size: 1.125rem;
  grid-area: header;
  margin: 0;
  overflow-wrap: anywhere;
  padding: 12px clamp(8px, 2.5vw, 16px);

  @media (max-width: 600px) {
    padding-bottom: 0;
  }
`;

export const Reading = styled.span`
  font-size: 0.875rem;
  font-variant-numeric: tabular-nums;
  font-weight: 400;
  padding-inline: 6px;
  white-space: nowrap;
`;

export const Actions = styled.div`
  align-items: center;
  display: flex;
  gap: 4px;
  grid-area: actions;
  min-height: ${tokens.headerHeight};
  padding-inline-end: 16px;

  ${onPhone} {
    justify-content: space-between;
    padding: 4px 2px 8px;
  }
`;

export const Action = styled(IconButton)`
  --line: rgb(255 255 255 / 40%);

  &[aria-disabled='true'] {
    cursor: default;
    opacity: 0.4;
  }
`;

export const About = styled.div`
  border-top: 1px solid ${tokens.primary};
  display: grid;
  grid-area: about;
  justify-content: center;
  max-height: var(--about);
  overflow: auto;
  padding: 14px 24px;
  --accent: #e58bff;
  --surface: #10243f;

  ${onPhone} {
    border: 0;
    justify-content: start;
    padding: 4px clamp(8px, 2.5vw, 16px);
  }
`;

/** The parts of the package's style sheet that its carousel needs; a file of it would be a build step of its own. */
export const Stage = styled.div<{ $isZoomed: boolean }>`
  background: #000812;
  grid-area: stage;
  overflow: hidden;
  position: relative;

  .yarl__container {
    inset: 0;
    outline: none;
    position: absolute;
    touch-action: none;
    user-select: none;
  }

  .yarl__carousel {
    display: flex;
    flex: none;
    height: 100%;
    opacity: var(--yarl__pull_opacity, 1);
    transform: translate(var(--yarl__swipe_offset, 0), var(--yarl__pull_offset, 0));
    width: calc(100% * var(--yarl__carousel_slides_count));
  }

  .yarl__flex_center {
    align-items: center;
    display: flex;
    justify-content: center;
  }

  .yarl__slide {
    flex: 1;
    overflow: hidden;
  }

  img {
    cursor: ${({ $isZoomed }) => ($isZoomed ? 'grab' : 'zoom-in')};
  }
`;
