import { styled, tokens } from '@portfolio/kit';
import { cutFacets, pathsByLight } from './facets.ts';

/** One cut for all: a project each would be a kilobyte of the page's document. */
const paths = pathsByLight(cutFacets(300));

/**
 * Facets in the primary colour, hue-shifted, behind text and pictures. Neither a filter nor a mask
 * makes them: each is a picture of its own, as large as the card, that has to be made before the page
 * can be painted.
 */
export function Backdrop({ colorRotation }: { colorRotation: number }) {
  return (
    <Layer aria-hidden="true" $rotation={colorRotation}>
      <Facets viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">
        {paths.map(({ light, path }) => (
          <path key={light} d={path} fillOpacity={light} />
        ))}
      </Facets>
    </Layer>
  );
}

/**
 * Strong behind the logo, faint behind the text; the article says in which direction. Gone behind the
 * plates of forced colours, where it would only be in the way.
 */
const Surface = styled.div`
  border: 1px solid color-mix(in srgb, var(--tint) 45%, transparent);
  border-radius: ${tokens.radius};
  inset: 0;
  overflow: hidden;
  position: absolute;
  z-index: -1;

  &::after {
    background: linear-gradient(to var(--fades), transparent 110px, color-mix(in srgb, ${tokens.background} 84%, transparent) 340px);
    content: '';
    inset: 0;
    position: absolute;
  }

  @media print {
    display: none;
  }

  @media (forced-colors: active) {
    &::after {
      display: none;
    }
  }
`;

/**
 * The colour by itself: a style stands in the document once for each value. It is no `style`
 * attribute, since the policy refuses those in a prerendered page.
 */
const Layer = styled(Surface)<{ $rotation: number }>`
  --tint: ${tokens.primary};

  @supports (color: oklch(from red l c h)) {
    --tint: oklch(from ${tokens.primary} l c calc(h + ${({ $rotation }) => $rotation}));
  }
`;

const Facets = styled.svg`
  display: block;
  fill: var(--tint);
  height: 100%;
  scale: var(--turn, 1);
  width: 100%;

  @media (forced-colors: active) {
    display: none;
  }
`;
