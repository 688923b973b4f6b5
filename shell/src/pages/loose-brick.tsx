import { keyframes, styled, useText } from '@portfolio/kit';
import { useReducer } from 'react';

/** The brick that fell on the mascot's head. A press pushes it off, another one puts it back. */
export function LooseBrick() {
  const name = useText()('notFound.brick');
  const [isOff, push] = useReducer((was: boolean) => !was, false);
  if (!name) return null;
  return (
    <Brick type="button" aria-label={name} aria-pressed={isOff} onClick={push}>
      <Drawing viewBox="-14 0 152 98" aria-hidden="true">
        <g transform="rotate(12)">
          <path fill="#232c60" d="M0 54l14 16h124l-14-16z" />
          <path fill="#1f2858" d="M124 0l14 16v54l-14-16z" />
          <path fill="#46559a" d="M0 0h124v54H0z" />
          <path fill="none" stroke="#9fb2ff" strokeWidth="3" strokeOpacity=".5" d="M2 50V2h120" />
        </g>
      </Drawing>
    </Brick>
  );
}

const fall = keyframes`
  from { animation-timing-function: ease-out; translate: 0; rotate: 0deg; }
  25% { animation-timing-function: ease-in; translate: 14cqi -7cqi; rotate: 60deg; }
  85% { animation-timing-function: ease-out; translate: 21cqi 50cqi; rotate: 190deg; }
  93% { animation-timing-function: ease-in; translate: 22cqi 47cqi; rotate: 184deg; }
`;

/** Positions are in percent of the picture. The target is never smaller than 44 px. */
const Brick = styled.button`
  background: none;
  border: 0;
  cursor: pointer;
  height: 10.2cqi;
  left: 59.8cqi;
  padding: 0;
  position: absolute;
  top: 16.9cqi;
  width: 15.84cqi;

  &::before {
    content: '';
    height: max(100%, 44px);
    left: 50%;
    position: absolute;
    top: 50%;
    translate: -50% -50%;
    width: max(100%, 44px);
  }

  &:hover {
    rotate: -3deg;
  }

  &[aria-pressed='true'] {
    rotate: 168deg;
    translate: 23cqi 50cqi;
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: rotate 0.15s;

    &[aria-pressed='true'] {
      animation: ${fall} 0.9s;
    }
  }

  @media print {
    pointer-events: none;
  }
`;

const Drawing = styled.svg`
  display: block;
  width: 100%;
`;
