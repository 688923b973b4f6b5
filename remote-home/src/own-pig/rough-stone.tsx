import { keyframes, styled, tokens, useText } from '@portfolio/kit';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { drawPig } from './pig-drawing.ts';
import { besideWords, Shapes, viewBox } from './pig-figure.tsx';

/** In the units of the drawing, 640 by 640. */
interface Point {
  x: number;
  y: number;
}

/** A straight cut through a point; the angle is in radians, clockwise from the right. */
export interface Cut extends Point {
  angle: number;
}

const outline = 'M196 6L404-14 566 72 640 250 622 452 520 612 318 644 128 604 16 470-2 262 70 96z';
/** Cracks of the uncut stone. */
const cracks: readonly Cut[] = [
  { x: 150, y: 150, angle: 2.2 },
  { x: 470, y: 190, angle: 0.7 },
  { x: 400, y: 500, angle: 2.7 },
  { x: 180, y: 470, angle: 1.2 },
];
const middle: Point = { x: 318, y: 318 };

export function cutAlong(start: Point, end: Point): Cut {
  return { x: start.x, y: start.y, angle: Math.atan2(end.y - start.y, end.x - start.x) };
}

/** The direction of a cut as a part of a half turn: a line is the same from either end. */
function directionOf({ angle }: Cut): number {
  return (((angle / Math.PI) % 1) + 1) % 1;
}

/** The direction of a cut in eighths of a half turn. */
export function strokeOf(cut: Cut): number {
  return Math.floor(directionOf(cut) * 8);
}

/** Moves what is drawn about the origin to the cut: the light comes from above. */
function transformOf(cut: Cut): string {
  return `translate(${cut.x} ${cut.y}) rotate(${directionOf(cut) * 180})`;
}

/** The opacity of the stone over the pig, by the number of cuts. */
const covers = [1, 0.97, 0.92, 0.86, 0.76, 0.64, 0.48];
/** How much the cracks change the stone, then each of the cuts. */
const depths = [0.08, 0.08, 0.08, 0.08, 0.2, 0.18, 0.16, 0.14, 0.12, 0.1, 0.08];
/** Through the whole drawing, before it is moved to its cut. */
const acrossAll = 'M-900 0H900';
/** A shorter stroke is a press, which cuts along the current line through its point. */
const shortestStroke = 60;
/** The turn from one line to the next, so that presses alone make different pigs. */
const nextTurn = Math.PI * (3 - Math.sqrt(5));

interface Props {
  cuts: readonly Cut[];
  onCut: (cut: Cut) => void;
}

/** The stone with its cuts so far, and the line of the next one. */
export function RoughStone({ cuts, onCut }: Props) {
  const text = useText();
  const shape = useId();
  const drawing = useRef<SVGSVGElement>(null);
  const start = useRef<Point>(undefined);
  const isDrawn = useRef(false);
  const [line, setLine] = useState<Cut>(() => ({ ...middle, angle: Math.random() * Math.PI }));
  const cut = (made: Cut) => {
    onCut(made);
    setLine({ ...middle, angle: made.angle + nextTurn });
  };
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const matrix = drawing.current?.getScreenCTM()?.inverse();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix);
  };
  const strokeTo = (event: PointerEvent): Cut | undefined => {
    const [from, to] = [start.current, pointOf(event)];
    if (!from || Math.hypot(to.x - from.x, to.y - from.y) < shortestStroke) return undefined;
    return cutAlong(from, to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, Partial<Cut>> = {
      ArrowLeft: { angle: line.angle - Math.PI / 24 },
      ArrowRight: { angle: line.angle + Math.PI / 24 },
      ArrowUp: { y: Math.max(80, line.y - 20) },
      ArrowDown: { y: Math.min(560, line.y + 20) },
    };
    const move = moves[event.key];
    if (move) setLine({ ...line, ...move });
    // A key that is held down cuts once.
    if (move || event.repeat) event.preventDefault();
  };

  return (
    <Press
      autoFocus
      aria-label={text('home.cut.stone')}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        start.current = pointOf(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const stroke = strokeTo(event);
        if (stroke) setLine(stroke);
      }}
      onPointerUp={(event) => {
        const stroke = strokeTo(event);
        isDrawn.current = stroke !== undefined;
        if (stroke) cut(stroke);
      }}
      onLostPointerCapture={() => {
        start.current = undefined;
      }}
      onClick={(event) => {
        const isByKey = event.detail === 0;
        const { x, y } = pointOf(event);
        if (isByKey) cut(line);
        else if (!isDrawn.current) cut({ ...line, x, y });
      }}
    >
      <Drawing ref={drawing} viewBox={viewBox} aria-hidden="true">
        <Shapes shapes={drawPig(cuts.map(strokeOf))} />
        <clipPath id={shape}>
          <path d={outline} />
        </clipPath>
        <Stone opacity={covers[cuts.length]} clipPath={`url(#${shape})`}>
          <path d={outline} />
          {/* A cut makes the stone lighter above it, and darker below. */}
          {[...cracks, ...cuts].map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cuts are only added.
            <g key={index} transform={transformOf(each)} fillOpacity={depths[index]}>
              <path d="M-900 0v-900h1800v900z" fill="#ff8fb8" stroke="none" />
              <path d="M-900 0v900h1800v-900z" fill="#2b0012" stroke="none" />
              <path d={acrossAll} />
            </g>
          ))}
        </Stone>
        {cuts.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cuts are only added.
          <Flash key={index} d={acrossAll} transform={transformOf(each)} />
        ))}
        <Guide d={acrossAll} transform={transformOf(line)} />
      </Drawing>
    </Press>
  );
}

const Press = styled.button`
  background: none;
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  cursor: crosshair;
  display: block;
  margin: auto;
  padding: 0;
  touch-action: none;
  width: min(100%, 58dvh, 100dvh - 210px);

  ${besideWords}
`;

const Drawing = styled.svg`
  display: block;
  width: 100%;
`;

const Stone = styled.g`
  fill: oklch(0.4 0.14 3);
  stroke: rgb(255 211 232 / 35%);
  stroke-width: 2;
`;

const Guide = styled.path`
  stroke: #fff;
  stroke-dasharray: 14 10;
  stroke-width: 3;
`;

const flash = keyframes`
  from { opacity: 0.9; }
`;

const Flash = styled.path`
  opacity: 0;
  stroke: #fff;
  stroke-width: 10;
  animation: ${flash} 0.5s ease-out;
`;
