import { Content, Overlay } from '@radix-ui/react-dialog';
import { createGlobalStyle, styled } from 'styled-components';

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

/** All of the window: toolbar, picture, and what is said of it; on a phone within reach of a thumb. */
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

  @media (max-width: 600px) {
    grid-template: 'stage' minmax(0, 1fr) 'header' auto 'about' auto 'toolbar' auto / minmax(0, 1fr);
    padding-bottom: env(safe-area-inset-bottom);
  }
`;
