import { styled, tokens } from '@portfolio/kit';
import { useMemo } from 'react';
import { cutFacets, pathsByLight } from './facets.ts';

/**
 * Facets in the primary colour, hue-shifted. A layer of its own behind text and pictures, since
 * the filter would shift those as well.
 */
export function Backdrop({ colorRotation }: { colorRotation: number }) {
  const paths = useMemo(() => pathsByLight(cutFacets(colorRotation)), [colorRotation]);
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

// The shift is no `style` attribute: the policy refuses those in a prerendered page.
const Layer = styled.div<{ $rotation: number }>`
  border: 1px solid color-mix(in srgb, ${tokens.primary} 45%, transparent);
  border-radius: ${tokens.radius};
  filter: hue-rotate(${({ $rotation }) => $rotation}deg);
  inset: 0;
  overflow: hidden;
  position: absolute;
  z-index: -1;

  @media print {
    display: none;
  }
`;

/** Strong behind the logo, faint behind the text; the article says in which direction. */
const Facets = styled.svg`
  display: block;
  fill: ${tokens.primary};
  height: 100%;
  mask: linear-gradient(to var(--fades), #000 110px, rgb(0 0 0 / 16%) 340px);
  width: 100%;

  /* Behind the plates of forced colours they would only be in the way. */
  @media (forced-colors: active) {
    display: none;
  }
`;
