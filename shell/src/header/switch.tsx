import { css, styled, tokens, whereHovering } from '@portfolio/kit';
import type { PropsWithChildren } from 'react';
import { NativeSelect, type NativeSelectProps } from './native-select.tsx';
import { withIcons } from './widths.ts';

interface Props<Choice extends string> extends NativeSelectProps<Choice>, PropsWithChildren {
  /** Every choice, its name in the visitor's language, and what hides it while it is not chosen. */
  options: readonly { choice: Choice; name: string; hiding: ReturnType<typeof css> | false }[];
  /** Called when it is pointed at or focused, before a choice. */
  onLook?: () => void;
}

/**
 * One choice of a few: the platform's select, drawn as a button. On a small window only its icons,
 * which are the children. Not there without script, which it needs.
 */
export function Switch<Choice extends string>(props: Props<Choice>) {
  const { label, name, value, options, onChange, onLook, children } = props;
  return (
    <Face onPointerEnter={onLook} onFocus={onLook}>
      <Icons aria-hidden="true">{children}</Icons>
      <Names aria-hidden="true">
        {options.map(({ choice, name, hiding }) => (
          <Name key={choice} $hiding={hiding}>
            {name}
          </Name>
        ))}
      </Names>
      <NativeSelect {...{ label, name, value, options, onChange }} />
    </Face>
  );
}

/**
 * With the chevron of a select. Its edge is drawn inside, where the select reaches over it, so that all
 * of the 44 px are the target. Gone where the app will not run.
 */
const Face = styled.span`
  align-items: center;
  border-radius: ${tokens.radius};
  display: flex;
  font-size: 0.9375rem;
  gap: 8px;
  height: 44px;
  justify-content: center;
  min-width: 44px;
  padding: 0 12px;
  position: relative;

  &::before {
    border: 1px solid ${tokens.line};
    border-radius: inherit;
    content: '';
    inset: 0;
    position: absolute;
  }

  &::after {
    border: solid currentcolor;
    border-width: 0 1.5px 1.5px 0;
    content: '';
    height: 6px;
    margin: -4px 1px 0;
    opacity: 0.7;
    rotate: 45deg;
    width: 6px;
  }

  @media (scripting: none) {
    display: none;
  }

  html[data-lost]:not([data-ready]) & {
    display: none;
  }

  ${whereHovering} {
    &:hover::before {
      border-color: ${tokens.accent};
    }
  }

  &:has(:focus-visible) {
    outline: 2px solid ${tokens.accent};
    outline-offset: 2px;
  }

  &:active {
    background: ${tokens.surface};
  }

  ${withIcons} {
    gap: 5px;
    padding: 0 1px;
  }
`;

/** Stacked in one cell; one of them is visible. */
const Icons = styled.span`
  display: grid;

  > * {
    grid-area: 1 / 1;
  }
`;

/** As wide as the longest, so that no choice moves what stands beside it. */
const Names = styled.span`
  display: grid;
  white-space: nowrap;

  ${withIcons} {
    display: none;
  }
`;

const Name = styled.span<{ $hiding: ReturnType<typeof css> | false }>`
  grid-area: 1 / 1;
  ${({ $hiding }) => $hiding}
`;

export const hidden = css`
  visibility: hidden;
`;
