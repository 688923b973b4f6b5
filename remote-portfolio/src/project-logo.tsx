import { Picture, type PictureProps, styled, whereHovering } from '@portfolio/kit';

/** The logo at 12rem. It rises above the card's edge, as if the pig had climbed it. */
export function ProjectLogo(picture: Pick<PictureProps, 'path' | 'alt' | 'isUrgent'>) {
  return (
    <Frame>
      <Picture {...picture} width={512} height={512} size="12rem" />
    </Frame>
  );
}

const Frame = styled.div`
  left: var(--logo-left);
  position: absolute;
  right: var(--logo-right);
  top: calc(-1 * var(--rise));
  z-index: 1;

  @media (prefers-reduced-motion: no-preference) {
    transition: transform 0.25s;

    ${whereHovering} {
      &:hover {
        transform: translateY(-6px) rotate(-2deg);
      }
    }
  }
`;
