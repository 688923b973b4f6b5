import { isMotionWelcome, keyframes, onMobile, Picture, styled, useResource } from '@portfolio/kit';
import { useEffect, useRef } from 'react';
import { useForm } from './draft.ts';

/**
 * The mascot in its envelope: decoration, on desktop only. After a message was sent, its plane flies and the
 * mascot wags its tail.
 */
export function Letter() {
  const isSent = useForm(({ progress }) => progress === 'sent');
  return (
    <Place data-screen>
      <Picture path="letter.svg" width={420} height={480} size="240px" />
      <Upon viewBox="0 0 840 960" aria-hidden="true">
        <Tail transform="translate(578 566)" isWagging={isSent} />
        <g transform="translate(716 134)">
          <Plane path={long} isFlying={isSent} />
        </g>
      </Upon>
    </Place>
  );
}

/** The mascot from behind, beside the button in windows without room for the letter. */
export function SmallLetter() {
  return (
    <Small viewBox="0 0 700 284" aria-hidden="true">
      <image href={useResource()('behind.svg')} width="320" height="284" />
      <Tail transform="translate(160 130) rotate(-24)" isWagging />
      <g transform="translate(600 80) scale(.75)">
        <path
          d={short}
          fill="none"
          stroke="#f873be"
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray="1 24"
        />
        <Plane path={short} isFlying />
      </g>
    </Small>
  );
}

/** The tail's root is the centre of its drawing, which is empty for a mascot without a tail. */
function Tail({ transform, isWagging }: { transform: string; isWagging: boolean }) {
  const place = { x: -160, y: -160, width: 320, height: 320 };
  return (
    <g transform={transform}>
      <Curl {...place} href={useResource()('tail.svg')} $isWagging={isWagging} />
    </g>
  );
}

/** Paths from the plane's start to its final position. */
const long =
  'M-624 336c-52-140-22-280 104-320 110-30 140 84 56 96-90 8-84-150 96-170 110-12 190 10 262 40 50 14 80 18 106 18';
const short = 'M-400 150c160 60 150-190 60-130-70 80 180 160 340-20';

/** Uses SVG animation, as engines position a CSS motion path differently. */
function Plane({ path, isFlying }: { path: string; isFlying: boolean }) {
  const flight = useRef<SVGAnimateMotionElement>(null);
  useEffect(() => {
    if (isFlying && isMotionWelcome()) flight.current?.beginElement();
  }, [isFlying]);
  return (
    <g>
      {/* Never prerendered: a page may not contain an element that could animate an address. */}
      {isFlying && (
        <animateMotion ref={flight} begin="indefinite" dur="2.4s" path={path} rotate="auto" />
      )}
      <g transform="rotate(-4)" strokeLinejoin="round" strokeWidth="3" stroke="#e58bb8">
        <path fill="#fff3f9" d="M96-44L-104-16l58 28z" />
        <path fill="#d98ab4" d="M96-44L-46 12l6 58z" />
        <path fill="#f3c3db" d="M-40 70l30-38-14-8z" />
        <path fill="#ffe0ef" d="M96-44L-24 22 38 62z" />
      </g>
    </g>
  );
}

/** Windows with room for the form and the ways to find the owner side by side. */
export const besideForm = '@media (min-width: 48em) and (not (max-aspect-ratio: 3/4))';

const Place = styled.div`
  margin: 40px auto 0;
  position: relative;
  width: fit-content;

  ${onMobile} {
    display: none;
  }
`;

const Upon = styled.svg`
  inset: 0;
  position: absolute;
`;

/** May shrink on 320 px. */
const Small = styled.svg`
  height: 56px;
  margin-block: -6px;
  min-width: 0;
  overflow: visible;

  ${besideForm} {
    display: none;
  }
`;

const wag = keyframes`
  25% { rotate: -18deg; }
  75% { rotate: 22deg; }
`;

const Curl = styled.image<{ $isWagging: boolean }>`
  animation: ${({ $isWagging }) => $isWagging && wag} 0.36s 12;
`;
