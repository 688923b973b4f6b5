import { isMotionWelcome, Picture, styled, useResource, useText } from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';
import { OwnPig } from './own-pig/own-pig.tsx';

/**
 * The mascot. It waves once (within the picture), blinks, looks at the pointer or the focus, and is squeezed
 * when pressed. Its moving parts are files, which may be empty.
 */
export function Mascot() {
  const eyes = useRef<HTMLDivElement>(null);
  const lids = useRef<HTMLImageElement>(null);
  const resource = useResource();
  // The picture has fixed eyes; the moving ones are left out of a prerendered page.
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
    document.addEventListener('pointermove', look);
    document.addEventListener('focusin', look);
    // A timer, since an endless animation would keep the main thread painting in between.
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
        <Eyes data-screen data-decoration ref={eyes} aria-hidden="true">
          <Part src={resource('mascot/eyes.svg')} alt="" />
          <Gaze src={resource('mascot/gaze.svg')} alt="" />
          <Lids ref={lids} src={resource('mascot/lids.svg')} alt="" />
        </Eyes>
      )}
      {canBeCut && <OwnPig code={ownPig} onChange={setOwnPig} />}
    </Frame>
  );
}

/** The largest movement of the eyes, in percent of the picture: three pixels of 280. */
const farthest = 1.1;

function lookAfter(eyes: HTMLElement, event: Event): void {
  const { left, top, width, height } = (eyes.firstElementChild as Element).getBoundingClientRect();
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

/** A phone on which the strip of wall is above the page, with room for words beside the pig. */
export const belowStrip =
  '@media (max-aspect-ratio: 3/4) and (min-width: 18em) and (max-width: 600px)';

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

  transform-origin: 50% 94%;
  transition: scale 0.25s cubic-bezier(0.3, 2.4, 0.5, 1);

  &:active:not(:has(button:active)) {
    scale: 1.08 0.86;
    transition-duration: 0.08s;
  }
`;

/** Covers the eyes of the picture once it is loaded. */
const Eyes = styled.div`
  [aria-busy] + & {
    display: none;
  }
`;

/** Drawn at the size of the picture, and so in its place. */
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
