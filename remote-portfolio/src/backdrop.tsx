import { styled, tokens } from '@portfolio/kit';

/**
 * The same facets for every project, those of one light as one path with how much it covers: a shape
 * each would be half of the page's document. What is only filled is closed by itself.
 */
const facets = {
  0.2: 'M20 0 16 26 0 18M30 0 38 16 16 26M16 26 14 36 0 38M48 26 70 20 46 44M82 18 80 46 64 34M100 24 100 40 80 46M32 36 46 44 36 64M64 34 66 60 50 54M80 46 100 40 84 60M84 60 82 84 68 74M0 86 18 86 0 100M54 82 54 100 30 100M82 84 100 82 88 100',
  0.3: 'M0 0 20 0 0 18M48 0 72 0 48 26M84 0 82 18 70 20M38 16 32 36 14 36M70 20 64 34 46 44M32 36 36 64 14 56M64 34 80 46 66 60M80 46 84 60 66 60M0 58 14 56 0 86M36 64 30 82 18 86M36 64 50 54 30 82M84 60 100 64 82 84M30 82 30 100 22 100',
  0.4: 'M48 0 48 26 38 16M72 0 70 20 48 26M72 0 84 0 70 20M70 20 82 18 64 34M82 18 100 24 80 46M100 40 100 64 84 60M66 60 84 60 68 74M100 64 100 82 82 84M18 86 22 100 0 100M30 82 54 82 30 100M54 82 68 74 54 100',
  0.5: 'M20 0 30 0 16 26M30 0 48 0 38 16M48 26 46 44 32 36M0 38 14 36 0 58M14 36 14 56 0 58M14 36 32 36 14 56M46 44 50 54 36 64M46 44 64 34 50 54M50 54 66 60 54 82M66 60 68 74 54 82M18 86 30 82 22 100M68 74 64 100 54 100M82 84 88 100 64 100M100 82 100 100 88 100',
  0.6: 'M84 0 100 0 82 18M100 0 100 24 82 18M0 18 16 26 0 38M16 26 38 16 14 36M38 16 48 26 32 36M14 56 18 86 0 86M14 56 36 64 18 86M50 54 54 82 30 82M68 74 82 84 64 100',
};

/**
 * Facets in the primary colour, hue-shifted, behind text and pictures. Neither a filter nor a mask
 * makes them: each is a picture of its own, as large as the card, that has to be made before the page
 * can be painted.
 */
export function Backdrop({ colorRotation }: { colorRotation: number }) {
  return (
    <Layer data-screen aria-hidden="true" $rotation={colorRotation}>
      <Facets data-decoration viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">
        {Object.entries(facets).map(([light, path]) => (
          <path key={light} d={path} fillOpacity={light} />
        ))}
      </Facets>
    </Layer>
  );
}

/**
 * Strong behind the logo, faint behind the text; the article says in which direction.
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
  fill: var(--tint);
  height: 100%;
  scale: var(--turn, 1);
  width: 100%;
`;
