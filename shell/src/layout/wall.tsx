import { keyframes, styled, tokens, useText } from '@portfolio/kit';
import { useReducer } from 'react';

/**
 * The wall behind the page, which moves a little with the scroll position. Beside a page with room for a
 * whole one, every 320 px a brick with a snout can be pushed in, unless the text that names it is empty.
 */
export function Wall() {
  const hasSnouts = useText()('site.brick') !== '';
  return (
    <Bricks>
      {hasSnouts &&
        [false, true].map((isLeft) => (
          <Side key={String(isLeft)}>
            <Snout isRepeated={isLeft} />
            <Snout isRepeated />
            <Snout isRepeated />
            <Snout isRepeated />
          </Side>
        ))}
    </Bricks>
  );
}

/** The keyboard reaches only the first, at the end of the page. */
function Snout({ isRepeated }: { isRepeated?: boolean }) {
  const text = useText();
  const [isPushed, push] = useReducer((was: boolean) => !was, false);
  return (
    <Brick
      type="button"
      aria-label={isRepeated ? undefined : text('site.brick')}
      aria-pressed={isPushed}
      aria-hidden={isRepeated || undefined}
      tabIndex={isRepeated ? -1 : undefined}
      onClick={push}
    />
  );
}

const drift = keyframes`
  to { translate: 0 -100px; }
`;

/** Extends below the window by its motion, which keeps the first snout below the header. */
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

/** The snouts' positions in the wall's picture, which is centred behind the panel. */
const Side = styled.div`
  display: grid;
  gap: 284px;
  left: calc(50% + 522px);
  position: absolute;
  top: 122px;

  &:last-child {
    left: calc(50% - 918px);
  }

  @media (max-width: 1199px), (scripting: none) {
    display: none;
  }
`;

/** The target includes the joints, as touch needs 44 px. */
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
