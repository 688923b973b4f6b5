import { Button, keyframes, styled, useText } from '@portfolio/kit';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { traitsOf } from './pig-code.ts';
import { drawPig } from './pig-drawing.ts';
import { besideWords, Shapes, viewBox } from './pig-figure.tsx';
import { type Cut, cutAlong, cutStone, middle, type Point, strokeOf, turnOf } from './stone.ts';

/** The opacity of the stone over the pig, by the number of cuts. */
const covers = [1, 0.97, 0.92, 0.86, 0.76, 0.64, 0.48];
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
  const drawing = useRef<SVGSVGElement>(null);
  const start = useRef<Point>(undefined);
  const isDrawn = useRef(false);
  const [line, setLine] = useState<Cut>(() => ({
    ...middle,
    angle: turnOf(Math.random() * Math.PI),
  }));
  const cut = (made: Cut) => {
    onCut(made);
    setLine({ ...middle, angle: turnOf(made.angle + nextTurn) });
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
      ArrowLeft: { angle: turnOf(line.angle - Math.PI / 24) },
      ArrowRight: { angle: turnOf(line.angle + Math.PI / 24) },
      ArrowUp: { y: Math.max(80, line.y - 20) },
      ArrowDown: { y: Math.min(560, line.y + 20) },
    };
    const move = moves[event.key];
    if (move) setLine({ ...line, ...move });
    // A key that is held down cuts once.
    if (move || event.repeat) event.preventDefault();
  };
  const [across, down] = [Math.cos(line.angle) * 900, Math.sin(line.angle) * 900];

  return (
    <Press
      type="button"
      autoFocus
      aria-label={text('home.cut.stone')}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        start.current = pointOf(event);
        isDrawn.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const stroke = strokeTo(event);
        if (stroke) setLine(stroke);
      }}
      onPointerUp={(event) => {
        const stroke = strokeTo(event);
        start.current = undefined;
        if (!stroke) return;
        isDrawn.current = true;
        cut(stroke);
      }}
      onPointerCancel={() => {
        start.current = undefined;
      }}
      onClick={(event) => {
        const isByKey = event.detail === 0;
        if (isByKey) cut(line);
        else if (!isDrawn.current) cut({ ...line, ...xy(pointOf(event)) });
      }}
    >
      <Drawing ref={drawing} viewBox={viewBox} aria-hidden="true">
        <Shapes shapes={drawPig(traitsOf(cuts.map(strokeOf)), cuts.length)} />
        <g opacity={covers[cuts.length]}>
          {cutStone(cuts).map(({ corners, lightness }) => {
            const points = corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
            return (
              <polygon
                key={points}
                points={points}
                fill={rubyOf(lightness)}
                stroke="#ffd3e8"
                strokeOpacity={0.35}
                strokeWidth={2}
              />
            );
          })}
        </g>
        {cuts.map(({ x, y, angle }, index) => (
          <Flash
            // biome-ignore lint/suspicious/noArrayIndexKey: cuts are only added.
            key={index}
            d={`M${x - Math.cos(angle) * 900} ${y - Math.sin(angle) * 900}l${Math.cos(angle) * 1800} ${Math.sin(angle) * 1800}`}
          />
        ))}
        <Guide d={`M${line.x - across} ${line.y - down}l${across * 2} ${down * 2}`} />
      </Drawing>
    </Press>
  );
}

function xy({ x, y }: Point): Point {
  return { x, y };
}

function rubyOf(lightness: number): string {
  const light = Math.min(Math.max(lightness, 22), 86) / 100;
  return `oklch(${light} ${Math.min(0.35 * light, 0.19).toFixed(3)} 3)`;
}

const Press = styled(Button)`
  background: none;
  cursor: crosshair;
  display: block;
  margin: auto;
  padding: 0;
  touch-action: none;
  width: min(100%, 58dvh, 100dvh - 210px);

  ${besideWords}

  && {
    filter: none;
    translate: none;
  }
`;

const Drawing = styled.svg`
  display: block;
  width: 100%;
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
