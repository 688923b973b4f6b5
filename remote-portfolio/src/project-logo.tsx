import { beyondMobile, Picture, type PictureProps, styled, whereHovering } from '@portfolio/kit';

/** The logo at 12rem. It rises above the card's edge, as if the pig had climbed it. */
export function ProjectLogo(picture: Pick<PictureProps, 'path' | 'alt' | 'isUrgent'>) {
  return (
    <Frame>
      <Picture {...picture} width={512} height={512} size="12rem" />
    </Frame>
  );
}

const Frame = styled.div`
  grid-area: logo;
  margin-top: calc(-1 * (var(--above) + var(--rise)));

  ${beyondMobile} {
    @media (min-width: 600px) {
      grid-area: auto;
      margin-top: 0;
    }
  }

  @media print {
    grid-area: head;
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: transform 0.25s;

    ${whereHovering} {
      &:hover {
        transform: translateY(-6px) rotate(-2deg);
      }
    }
  }
`;
