import { css, styled, tokens, whereHovering } from '@portfolio/kit';
import type { PropsWithChildren } from 'react';
import { withIcons } from './widths.ts';

interface Props<Choice extends string> extends PropsWithChildren {
  label: string;
  /** By this name the document's first script knows it, before the app is there. */
  name: 'language' | 'theme';
  value: Choice;
  /** Every choice, its name in the visitor's language, and what hides it while it is not chosen. */
  options: readonly { choice: Choice; name: string; hiding: ReturnType<typeof css> | false }[];
  onChange: (choice: Choice) => void;
}

/**
 * One choice of a few: the platform's select, drawn as a button. On a small window only its icons,
 * which are the children. Not there without script, which it needs.
 */
export function Switch<Choice extends string>(props: Props<Choice>) {
  const { label, name, value, options, onChange, children } = props;
  return (
    <Face>
      <Icons aria-hidden="true">{children}</Icons>
      <Names aria-hidden="true">
        {options.map(({ choice, name, hiding }) => (
          <Name key={choice} $hiding={hiding}>
            {name}
          </Name>
        ))}
      </Names>
      <Native
        aria-label={label}
        name={name}
        // What a browser remembers from before a reload may be another choice by now.
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value as Choice)}
      >
        {options.map(({ choice, name }) => (
          <Option key={choice} value={choice}>
            {name}
          </Option>
        ))}
      </Native>
    </Face>
  );
}

const Face = styled.span`
  align-items: center;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  display: flex;
  font-size: 0.9375rem;
  gap: 8px;
  height: 44px;
  justify-content: center;
  min-width: 44px;
  padding: 0 11px;
  position: relative;

  /* What a select looks like. */
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

  /* Nor where the app will not run. */
  html[data-lost]:not([data-ready]) & {
    display: none;
  }

  ${whereHovering} {
    &:hover {
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
    padding: 0;
  }
`;

/** One upon the other, of which one is seen. */
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

/** Lies unseen over the whole face: the browser's own list of choices opens where one clicks. */
const Native = styled.select`
  appearance: none;
  color: inherit;
  cursor: pointer;
  font: inherit;
  inset: 0;
  opacity: 0;
  position: absolute;
  width: 100%;
`;

/** In some browsers the list has the colours of the system, not of the page. */
const Option = styled.option`
  background: ${tokens.surface};
  color: ${tokens.text};
`;
