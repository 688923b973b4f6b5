import { styled, tokens } from '@portfolio/kit';
import { useMemo } from 'react';
import { cutFacets } from './facets.ts';

/**
 * Facets in the primary colour, hue-shifted. A layer of its own behind text and pictures, since
 * the filter would shift those as well.
 */
export function Backdrop({ colorRotation }: { colorRotation: number }) {
  const facets = useMemo(() => cutFacets(colorRotation), [colorRotation]);
  return (
    <Layer aria-hidden="true" style={{ filter: `hue-rotate(${colorRotation}deg)` }}>
      <Facets viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">
        {facets.map(({ points, light }) => (
          <polygon key={points} points={points} fillOpacity={0.16 + light * 0.5} />
        ))}
      </Facets>
    </Layer>
  );
}

const Layer = styled.div`
  border: 1px solid color-mix(in srgb, ${tokens.primary} 45%, transparent);
  border-radius: ${tokens.radius};
  inset: 0;
  overflow: hidden;
  position: absolute;
  z-index: -1;
`;

/** Strong behind the logo, faint behind the text; the article says in which direction. */
const Facets = styled.svg`
  display: block;
  fill: ${tokens.primary};
  height: 100%;
  mask: linear-gradient(to var(--fades), #000 110px, rgb(0 0 0 / 16%) 340px);
  width: 100%;
`;
