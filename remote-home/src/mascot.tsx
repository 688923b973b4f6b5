import { isMotionWelcome, Picture, styled, useResource, useText } from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { OwnPig } from './own-pig/own-pig.tsx';

/**
 * The mascot. It waves once (the picture does that), blinks, looks after the pointer or what has the focus,
 * and gives way when it is pressed. What moves is drawn from its parts, which are empty where it has none.
 */
export function Mascot() {
  const eyes = useRef<HTMLDivElement>(null);
  const lids = useRef<HTMLImageElement>(null);
  const resource = useResource();
  // The picture has eyes of its own: those that move are not in the page that is sent.
  const [isAwake, setAwake] = useState(false);
  const [ownPig, setOwnPig] = useState<string>();
  const canBeCut = useText()('home.cut.start') !== '';
  useEffect(() => {
    if (!isMotionWelcome()) return;
    const wake = setTimeout(() => setAwake(true), 3000);
    const look = (event: Event) => {
      setAwake(true);
      if (eyes.current) lookAfter(eyes.current, event);
    };
    document.addEventListener('pointermove', look, { passive: true });
    document.addEventListener('focusin', look);
    // By itself: an animation without end would have the page's thread draw it in between, too.
    const blinks = setInterval(() => lids.current?.animate({ opacity: [1, 1] }, 130), 5200);
    return () => {
      document.removeEventListener('pointermove', look);
      document.removeEventListener('focusin', look);
      clearInterval(blinks);
      clearTimeout(wake);
    };
  }, []);
  return (
    <Frame $isReplaced={ownPig !== undefined} $hasButton={canBeCut}>
      <Picture path="mascot.svg" alt="home.header.mascot" width={280} height={280} isUrgent />
      {isAwake && (
        <Eyes ref={eyes} aria-hidden="true">
          <Part src={resource('mascot/eyes.svg')} alt="" />
          <Gaze src={resource('mascot/gaze.svg')} alt="" />
          <Lids ref={lids} src={resource('mascot/lids.svg')} alt="" />
        </Eyes>
      )}
      {canBeCut && <OwnPig code={ownPig} onChange={setOwnPig} />}
    </Frame>
  );
}

/** How far a gaze goes, in percent of the picture: three pixels of 280. */
const farthest = 1.1;

/** Turns the eyes to where something happens. */
function lookAfter(eyes: HTMLElement, event: Event): void {
  const { left, top, width, height } = eyes.getBoundingClientRect();
  const { x, y } = event instanceof PointerEvent ? event : middleOf(event.target as Element);
  const [across, down] = [x - left - width / 2, y - top - height / 3];
  const reach = farthest / Math.max(Math.hypot(across, down), 1);
  eyes.style.setProperty('--across', `${across * reach}%`);
  eyes.style.setProperty('--down', `${down * reach}%`);
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The phone's strip of wall lies above the page, and there is room for a word beside the pig. */
export const belowStrip =
  '@media (max-aspect-ratio: 3/4) and (min-width: 20em) and (max-width: 600px)';

const Frame = styled.div<{ $isReplaced: boolean; $hasButton: boolean }>`
  grid-area: 1 / 2 / 4;
  position: relative;
  visibility: ${({ $isReplaced }) => $isReplaced && 'hidden'};

  @media (max-width: 600px) {
    grid-row: 2;
    margin-bottom: ${({ $hasButton }) => $hasButton && '40px'};
  }

  ${belowStrip} {
    align-self: start;
    grid-row: 1;
    margin: -56px 0 ${({ $hasButton }) => ($hasButton ? '28px' : '-12px')};
  }

  @media (prefers-reduced-motion: no-preference) {
    transform-origin: 50% 94%;
    transition: scale 0.25s cubic-bezier(0.3, 2.4, 0.5, 1);

    &:active:not(:has(button:active)) {
      scale: 1.08 0.86;
      transition-duration: 0.08s;
    }
  }
`;

/** Upon the eyes of the picture, once that is there. */
const Eyes = styled.div`
  [aria-busy] + & {
    display: none;
  }

  @media print, (forced-colors: active) {
    display: none;
  }
`;

/** In its place in the picture, since it is drawn as large. */
const Part = styled.img`
  aspect-ratio: 1;
  left: 0;
  pointer-events: none;
  position: absolute;
  top: 0;
  width: min(100%, 280px);
`;

const Gaze = styled(Part)`
  transition: translate 0.2s ease-out;
  translate: var(--across, 0) var(--down, 0);
`;

const Lids = styled(Part)`
  opacity: 0;
`;
