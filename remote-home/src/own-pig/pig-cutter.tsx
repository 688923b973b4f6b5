import {
  Button,
  buttonLook,
  IconButton,
  keyframes,
  quietButtonLook,
  styled,
  Text,
  tokens,
  useText,
} from '@portfolio/kit';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { drawCard } from './pig-card.ts';
import { strokeCount, traitsOf, writePig } from './pig-code.ts';
import { drawPig } from './pig-drawing.ts';
import { Shapes, viewBox } from './pig-figure.tsx';
import { type Cut, cutAlong, cutStone, middle, type Point, strokeOf, turnOf } from './stone.ts';

interface Props {
  /** @param code the pig, such as `7f3a`, once it is cut */
  onLeave: (code: string | undefined) => void;
}

/**
 * A rough ruby with a pig in it: seven strokes cut it free. A stroke is drawn with pointer or finger; by keyboard
 * arrows turn and move a cut, and Enter makes it. Escape leaves.
 */
export function PigCutter({ onLeave }: Props) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [cuts, setCuts] = useState<readonly Cut[]>([]);
  const [answer, setAnswer] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const pig = traitsOf(cuts.map(strokeOf));
  const code = writePig(pig);
  const isCut = cuts.length === strokeCount;
  const address = `${location.origin}${location.pathname}?pig=${code}`;

  const keep = async () => {
    try {
      const card = await drawCard(pig, address, text('home.cut.card'));
      if (navigator.canShare?.({ files: [card] })) await navigator.share({ files: [card] });
      else download(card);
      setAnswer(undefined);
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled) setAnswer('home.cut.notKept');
    }
  };
  const copy = async () => {
    const copied = navigator.clipboard?.writeText(address) ?? Promise.reject();
    await copied.then(
      () => setAnswer('home.cut.copied'),
      () => setAnswer('home.cut.notCopied'),
    );
  };

  return (
    <Dialog
      ref={dialog}
      aria-labelledby="cut-title"
      onClose={() => onLeave(isCut ? code : undefined)}
    >
      <Text as={Heading} id="cut-title" path="home.cut.title" />
      <Said role="status">
        <Text path={answer ?? `home.cut.said.${cuts.length}`} />
      </Said>
      {isCut ? (
        <>
          <Pig
            viewBox={viewBox}
            role="img"
            aria-label={text('home.cut.pig').replace('{code}', code)}
          >
            <Shapes shapes={drawPig(pig)} />
          </Pig>
          <Address href={address}>{address.replace(/^https?:\/\//, '')}</Address>
          <Actions>
            <Text as={Keep} type="button" autoFocus onClick={keep} path="home.cut.keep" />
            <Text as={Quiet} type="button" onClick={copy} path="home.cut.copy" />
            <Text
              as={Quiet}
              type="button"
              onClick={() => {
                setAnswer(undefined);
                setCuts([]);
              }}
              path="home.cut.again"
            />
          </Actions>
        </>
      ) : (
        <Stone cuts={cuts} onCut={(cut) => setCuts([...cuts, cut])} />
      )}
      {/* The last, so that the stone has the focus at first. */}
      <Leave aria-label={text('home.cut.leave')} onClick={() => dialog.current?.close()}>
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M3 3l12 12M15 3L3 15" stroke="currentcolor" strokeWidth="2.4" />
        </svg>
      </Leave>
    </Dialog>
  );
}

function download(file: File): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: file.name }).click();
  setTimeout(URL.revokeObjectURL, 60_000, href);
}

/** How much of the stone lies over the pig, by the number of cuts. */
const covers = [1, 0.97, 0.92, 0.86, 0.76, 0.64, 0.48];
/** Shorter than this a stroke is a press: the cut is made along its line, through that point. */
const shortestStroke = 60;
/** From one line to the next, so that whoever only presses has a pig of their own as well. */
const nextTurn = Math.PI * (3 - Math.sqrt(5));

function Stone({ cuts, onCut }: { cuts: readonly Cut[]; onCut: (cut: Cut) => void }) {
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

const Dialog = styled.dialog`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  box-shadow: ${tokens.shadow};
  box-sizing: border-box;
  color: ${tokens.text};
  max-height: calc(100dvh - 16px);
  max-width: 560px;
  padding: 20px clamp(16px, 5vw, 28px);
  text-align: center;
  width: calc(100vw - 16px);

  &::backdrop {
    background: rgb(0 8 18 / 72%);
  }
`;

const Heading = styled.h2`
  font-size: 1.375rem;
  font-weight: 600;
  margin: 4px 44px 0;
`;

const Leave = styled(IconButton)`
  position: absolute;
  right: 8px;
  top: 8px;
`;

/** As high with every sentence, so that the stone stands still. */
const Said = styled.p`
  align-content: center;
  color: ${tokens.textSoft};
  line-height: 1.35;
  margin: 8px 0;
  min-height: 4lh;
  text-wrap: balance;
`;

const Press = styled(Button)`
  background: none;
  cursor: crosshair;
  display: block;
  margin: auto;
  padding: 0;
  touch-action: none;
  width: min(100%, 58dvh);

  && {
    filter: none;
    translate: none;
  }
`;

const Drawing = styled.svg`
  display: block;
  width: 100%;
`;

const Pig = styled.svg`
  display: block;
  margin: auto;
  width: min(100%, 44dvh);
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

  @media (prefers-reduced-motion: no-preference) {
    animation: ${flash} 0.5s ease-out;
  }
`;

const Address = styled.a`
  color: ${tokens.accent};
  display: inline-block;
  margin: 8px 0 12px;
  overflow-wrap: anywhere;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  justify-content: center;
`;

const Keep = styled.button`
  ${buttonLook}
`;

const Quiet = styled.button`
  ${quietButtonLook}
`;
