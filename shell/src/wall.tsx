import { keyframes, styled, tokens, useText } from '@portfolio/kit';
import { useReducer } from 'react';

/**
 * The wall behind the page: it moves a little with a page that is scrolled. Where it is wide enough to
 * show one whole, a brick with a snout can be pushed in: as many as a window can have above each other,
 * 320 px apart.
 */
export function Wall() {
  return (
    <Bricks>
      {sides.map((side) => (
        <Side key={side} $side={side}>
          <Snout isRepeated={side !== 'right'} />
          <Snout isRepeated />
          <Snout isRepeated />
          <Snout isRepeated />
        </Side>
      ))}
    </Bricks>
  );
}

const sides = ['right', 'left'] as const;

/** The keyboard gets to the first, last of all; to the others nothing that it would miss belongs. */
function Snout({ isRepeated }: { isRepeated?: boolean }) {
  const text = useText();
  const [isPushed, push] = useReducer((was: boolean) => !was, false);
  return (
    <Brick
      type="button"
      aria-label={text('site.brick')}
      aria-pressed={isPushed}
      aria-hidden={isRepeated}
      tabIndex={isRepeated ? -1 : undefined}
      onClick={push}
    />
  );
}

const drift = keyframes`
  to { translate: 0 -100px; }
`;

/**
 * Beyond the window's end by what it moves: slower than the page, for as long as that is, and never so far
 * that its first snout is behind the header.
 */
const Bricks = styled.div`
  background: var(--wall-base) ${tokens.wall} 50% 0 / 480px auto;
  inset: ${tokens.headerHeight} 0 -100px;
  position: fixed;
  z-index: -1;

  @supports (animation-timeline: scroll()) {
    @media (prefers-reduced-motion: no-preference) {
      animation: ${drift} linear both;
      animation-timeline: scroll(root);
    }
  }

  @media print {
    display: none;
  }
`;

/**
 * Where the wall's picture, whose middle is the panel's, has snouts beside that, and from which width of
 * the window one is seen whole.
 */
const places = {
  right: { left: 'calc(50% + 522px)', from: '1200px' },
  left: { left: 'calc(50% - 918px)', from: '1840px' },
} as const;

const Side = styled.div<{ $side: keyof typeof places }>`
  display: grid;
  gap: 284px;
  left: ${({ $side }) => places[$side].left};
  position: absolute;
  top: 122px;

  @media (width < ${({ $side }) => places[$side].from}), (scripting: none) {
    display: none;
  }
`;

/** Its target reaches over the joints: a thumb needs 44 px. */
const Brick = styled.button`
  background: none;
  border: 0;
  border-radius: 4px;
  cursor: pointer;
  height: 36px;
  padding: 0;
  position: relative;
  width: 76px;

  &::before {
    content: '';
    inset: -4px;
    position: absolute;
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: background 0.12s, box-shadow 0.12s;
  }

  &:active,
  &[aria-pressed='true'] {
    background: rgb(110 0 65 / 24%);
    box-shadow: inset 0 6px 8px rgb(50 0 35 / 45%), inset 3px 0 5px rgb(50 0 35 / 25%);
  }
`;
