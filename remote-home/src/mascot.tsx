import { isMotionWelcome, Picture, styled } from '@portfolio/kit';
import { useEffect, useRef, useState } from 'react';

/**
 * The pig. It waves once (the picture does that), blinks, looks after the pointer or what has the focus,
 * and gives way when it is pressed.
 */
export function Mascot() {
  const eyes = useRef<SVGSVGElement>(null);
  const lids = useRef<SVGPathElement>(null);
  // The picture has eyes of its own: those that move are not in the page that is sent.
  const [isAwake, setAwake] = useState(false);
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
    <Frame>
      <Picture path="mascot.svg" alt="home.header.mascot" width={280} height={280} isUrgent />
      {isAwake && (
        <Eyes ref={eyes} viewBox="0 0 640 640" aria-hidden="true">
          <Eye />
          <g transform="translate(165 -23)">
            <Eye />
          </g>
          <Lids
            ref={lids}
            d="M186 249a29 34 0 1 1 58-8q-28 22-58 8M351 226a29 34 0 1 1 58-8q-28 22-58 8"
          />
        </Eyes>
      )}
    </Frame>
  );
}

function Eye() {
  return (
    <>
      <ellipse cx="215" cy="245" rx="25" ry="30" fill="#2b0618" transform="rotate(-8 215 245)" />
      <Gaze>
        <ellipse cx="216" cy="256" rx="15" ry="13" fill="#a4164f" />
        <circle cx="205" cy="235" r="9" />
        <circle cx="223" cy="251" r="4" />
      </Gaze>
    </>
  );
}

/** How far a gaze goes: three pixels of a pig of 280, in the units of its drawing. */
const farthest = 7;

/** Turns the eyes to where something happens. */
function lookAfter(eyes: SVGSVGElement, event: Event): void {
  const { left, top, width, height } = eyes.getBoundingClientRect();
  const { x, y } = event instanceof PointerEvent ? event : middleOf(event.target as Element);
  const [across, down] = [x - left - width / 2, y - top - height / 3];
  const reach = farthest / Math.max(Math.hypot(across, down), 1);
  eyes.style.setProperty('--across', `${across * reach}px`);
  eyes.style.setProperty('--down', `${down * reach}px`);
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

const Frame = styled.div`
  grid-area: 1 / 2 / 4;
  position: relative;

  @media (max-width: 600px) {
    grid-row: 2;
  }

  @media (prefers-reduced-motion: no-preference) {
    transform-origin: 50% 94%;
    transition: scale 0.25s cubic-bezier(0.3, 2.4, 0.5, 1);

    &:active {
      scale: 1.08 0.86;
      transition-duration: 0.08s;
    }
  }
`;

/** Upon the eyes of the picture, once that is there. */
const Eyes = styled.svg`
  inset: 0;
  pointer-events: none;
  position: absolute;

  [aria-busy] + & {
    display: none;
  }

  @media print, (forced-colors: active) {
    display: none;
  }
`;

const Gaze = styled.g`
  fill: #fff;
  transition: translate 0.2s ease-out;
  translate: var(--across, 0) var(--down, 0);
`;

const Lids = styled.path`
  fill: #f98bc2;
  opacity: 0;
  stroke: #5a0a35;
  stroke-linejoin: round;
  stroke-width: 8;
`;
