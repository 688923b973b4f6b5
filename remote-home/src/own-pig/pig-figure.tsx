import { css, styled } from '@portfolio/kit';
import { readPig } from './pig-code.ts';
import { drawPig, places, type Shape } from './pig-drawing.ts';

/** Fits the drawing with the highest ears. */
export const viewBox = '-16 -40 680 680';

/** A phone on its side: the drawing is beside the words. */
export const inLowWindow = '@media (max-height: 520px) and (min-width: 600px)';

/** The column of the drawing in a low window. */
export const besideWords = css`
  ${inLowWindow} {
    grid-area: 1 / 2 / 6;
    width: 100%;
  }
`;

export function PigFigure({ code, label }: { code: string; label: string }) {
  return (
    <Figure viewBox={viewBox} role="img" aria-label={label}>
      <Shapes shapes={drawPig(readPig(code) ?? [])} />
    </Figure>
  );
}

export function Shapes({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map(({ d, fill = 'none', stroke, width, place }, index) => (
    <path
      // biome-ignore lint/suspicious/noArrayIndexKey: the drawing is one whole.
      key={index}
      d={d}
      fill={fill}
      stroke={stroke}
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      transform={place && `matrix(${places[place].join(' ')})`}
    />
  ));
}

const Figure = styled.svg`
  inset: 0;
  position: absolute;
  visibility: visible;
`;
