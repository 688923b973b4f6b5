import { css } from 'styled-components';

/**
 * For what holds texts: it fades in with new ones. Other texts are longer or shorter, and what
 * stands below or beside them would jump before the visitor's eyes.
 */
export const fadesInWithTexts = css`
  @media screen and (prefers-reduced-motion: no-preference) {
    transition: opacity 160ms ease-out;
  }

  @media screen {
    html[data-texts='arriving'] & {
      opacity: 0;
      transition: none;
    }
  }
`;

/** Hides it from now until the frame in which the new texts stand. */
export function coverChange(): void {
  const { dataset } = document.documentElement;
  dataset.texts = 'arriving';
  // The first frame is the one with the new texts, the second has nothing to lay out any more.
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.texts));
}
