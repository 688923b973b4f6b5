import { css, styled } from 'styled-components';

const onPhone = '@media (max-width: 600px)';

/** A phone in landscape, which has little height. */
const onItsSide = '@media (min-width: 540px) and (max-height: 480px)';

/** For the parts of the window where all but the picture stand beside it. */
export const besideThePicture = (styles: ReturnType<typeof css>) => css`
  ${onItsSide} {
    [data-described] & {
      ${styles}
    }
  }
`;

/** For the parts of the window where header, words and buttons each have a place of their own. */
export const placedApart = (styles: ReturnType<typeof css>) => css`
  ${onPhone} {
    ${styles}
  }

  ${besideThePicture(styles)}
`;

/**
 * All of the window: toolbar, picture, and what is said of it. On a phone below it, the buttons within
 * reach of a thumb; beside it where the phone lies on its side and there are words. The page's scrollbar
 * is gone meanwhile; its place stays, as dark as the rest.
 */
export const Window = styled.dialog`
  background: #000812;
  border: 0;
  color: #f3ecf6;
  grid-template: 'toolbar' auto 'stage' minmax(0, 1fr) 'about' auto / minmax(0, 1fr);
  height: 100%;
  max-height: none;
  max-width: none;
  padding: 0;
  width: 100%;

  &[open] {
    display: grid;
  }

  html:has(#page &[open]) {
    background: #000812;
    overflow-y: hidden;
    scrollbar-gutter: stable;
  }

  ${onPhone} {
    grid-template: 'stage' minmax(0, 1fr) 'header' auto 'about' auto 'toolbar' auto / minmax(0, 1fr);
    padding-bottom: env(safe-area-inset-bottom);
  }

  ${onItsSide} {
    &[data-described] {
      grid-template: 'stage header' auto 'stage about' minmax(0, 1fr) 'stage toolbar' auto / minmax(0, 1fr) 304px;
    }
  }
`;
