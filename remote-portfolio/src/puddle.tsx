import {
  buttonLook,
  create,
  IconButton,
  isMotionWelcome,
  keyframes,
  OutsideLink,
  styled,
  Text,
  tokens,
  useResource,
  useText,
} from '@portfolio/kit';
import { useRef } from 'react';

/** What the shovel costs. */
const price = 15;

/** Kept while the page is open: mud is patient. */
const useMud = create(() => ({ mud: 0 }));

export interface PuddleProps {
  /** The picture of who lies in it: of the mascot's file, empty where that has no such part. */
  mascot: string;
  /** Where the whole game is. */
  game: string | undefined;
  onLeave: () => void;
}

/** The first minute of a game: a puddle, what it yields, and the shovel one can buy for that. Escape leaves it. */
export function Puddle({ mascot, game, onLeave }: PuddleProps) {
  const text = useText();
  const { mud } = useMud();
  const drawing = useResource()(mascot);
  const figure = useRef<SVGGElement>(null);
  const hasShovel = mud >= price;
  const squelch = () => {
    useMud.setState((before) => ({ mud: before.mud + 1 }));
    if (isMotionWelcome()) figure.current?.animate(hop, 320);
  };
  return (
    <Scene onKeyDown={({ key }) => key === 'Escape' && onLeave()}>
      <Count role="status">
        <Text path="portfolio.puddle.count" values={{ mud: String(mud) }} />
        {hasShovel && <Text as={Bought} path="portfolio.puddle.shovel" />}
      </Count>
      <Press
        aria-label={text('portfolio.puddle.press')}
        onClick={squelch}
        // It takes the place of the button that was pressed.
        autoFocus
      >
        <Drawing viewBox="0 0 320 200" aria-hidden="true">
          <circle cx="36" cy="92" r="20" fill="#ffe9a8" />
          <path fill="#8fc06a" d="M0 132l70-34 60 26 80-52 110 56v8H0z" />
          <ellipse cx="160" cy="150" rx="146" ry="40" fill="#4d8f3c" />
          <g transform={`translate(160 148) scale(${0.6 + 0.4 * Math.min(1, mud / price)})`}>
            {/* Drawn anew after each press, so that it starts again. */}
            <Mud key={mud}>
              <path fill="#3f2110" d="M-124 6q0 40 124 40T124 6z" />
              <path
                fill="#6d3d1c"
                d="M-124 6q4-34 70-32 60-16 110 0 66-4 68 32-24 28-124 28T-124 6z"
              />
              <path fill="#8f5a2d" d="M-84-4q20-16 60-12-34 4-60 12zM40 14q44 2 50-8 2 22-50 8z" />
            </Mud>
          </g>
          <g ref={figure}>
            <image href={drawing} width="320" height="200" />
            <path fill="#6d3d1c" d="M112 148q48 12 96 0-6 18-48 18t-48-18" />
          </g>
          {hasShovel && (
            <g
              transform="translate(258 132) rotate(14) scale(.72)"
              strokeLinejoin="round"
              strokeWidth="8"
            >
              <path stroke="#9a5a28" d="M0-70V30M-14-70h28" />
              <path
                fill="#b9c4d6"
                stroke="#8793a8"
                strokeWidth="3"
                d="M-20 22h40v34q-20 26-40 0z"
              />
            </g>
          )}
          {mud > 0 && (
            <Splash key={mud} fill="#6d3d1c">
              <circle cx="92" cy="112" r="7" />
              <circle cx="232" cy="104" r="6" />
              <circle cx="70" cy="88" r="4" />
            </Splash>
          )}
        </Drawing>
      </Press>
      {game && hasShovel && <Text as={Whole} href={game} path="portfolio.puddle.whole" />}
      <Leave aria-label={text('portfolio.puddle.leave')} onClick={onLeave}>
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M3 3l12 12M15 3L3 15" stroke="currentcolor" strokeWidth="2.4" />
        </svg>
      </Leave>
    </Scene>
  );
}

/** In the colours of the game, in either theme. */
const Scene = styled.div`
  background: linear-gradient(#9fd6e8 52%, #7fb04d 52% 66%, #6aa045 66%);
  border-radius: ${tokens.radius};
  color: #43210d;
  inset: 0;
  overflow: hidden;
  pointer-events: auto;
  position: absolute;
`;

const Count = styled.p`
  font-size: clamp(1.25rem, 6cqi, 2.5rem);
  font-weight: 750;
  left: 16px;
  line-height: 1.15;
  margin: 0;
  pointer-events: none;
  position: absolute;
  right: 64px;
  top: 12px;
`;

const Bought = styled.span`
  display: block;
  font-size: clamp(0.8125rem, 3cqi, 1.0625rem);
  font-weight: 550;
`;

const Press = styled.button`
  background: none;
  border: 0;
  height: 100%;
  padding: 0;
  width: 100%;

  &:focus-visible {
    outline: 3px solid #43210d;
    outline-offset: -6px;
  }
`;

const Drawing = styled.svg`
  display: block;
  height: 100%;
  width: 100%;
`;

const squelched = keyframes`
  30% { scale: 1.12 0.8; }
  65% { scale: 0.96 1.08; }
`;

const hop = [
  { offset: 0.4, translate: '0 9px' },
  { offset: 0.75, translate: '0 -5px' },
];

const splashed = keyframes`
  from { opacity: 1; scale: 0.5; translate: 0 24px; }
  to { opacity: 0; scale: 1.25; translate: 0 -22px; }
`;

const Mud = styled.g`
  animation: ${squelched} 0.32s;
`;

const Splash = styled.g`
  opacity: 0;
  transform-box: fill-box;
  transform-origin: 50% 100%;

  animation: ${splashed} 0.4s;
`;

const Whole = styled(OutsideLink)`
  ${buttonLook}
  bottom: 12px;
  left: 12px;
  position: absolute;
`;

const Leave = styled(IconButton)`
  position: absolute;
  right: 6px;
  top: 6px;
`;
