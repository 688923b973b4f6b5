import { Content, Overlay } from '@radix-ui/react-dialog';
import { createGlobalStyle, css, styled } from 'styled-components';

/**
 * The scrollbar is gone while a picture is open; its place stays, as dark as the rest. The dialog's
 * library would keep it a second time, and lay the page out anew.
 */
export const DarkGutter = createGlobalStyle`
  html:has(#page) {
    background: #000812;
    overflow-y: hidden;
    scrollbar-gutter: stable;
  }

  html body[data-scroll-locked] {
    margin-right: 0 !important;
  }
`;

/** Behind the picture, over the page. */
export const Shade = styled(Overlay)`
  background: #000812;
  inset: 0;
  position: fixed;
  z-index: 20;
`;

const onPhone = '@media (max-width: 600px)';

/** A phone on its side, which has no height to give away. */
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
 * reach of a thumb; beside it where the phone lies on its side and there are words.
 */
export const Window = styled(Content)`
  color: #f3ecf6;
  display: grid;
  grid-template: 'toolbar' auto 'stage' minmax(0, 1fr) 'about' auto / minmax(0, 1fr);
  inset: 0;
  position: fixed;
  z-index: 21;

  &:focus {
    outline: none;
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
