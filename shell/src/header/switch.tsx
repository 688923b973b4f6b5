import { styled, tokens } from '@portfolio/kit';
import type { LucideIcon } from 'lucide-react';
import { inTwoRows, withIcons } from './widths.ts';

interface Props<Choice extends string> {
  label: string;
  value: Choice;
  /** Every choice and its name in the visitor's language. */
  options: readonly { choice: Choice; name: string }[];
  onChange: (choice: Choice) => void;
  icon: LucideIcon;
}

/** One choice of a few: the platform's select, drawn as a button. On a small window only its icon. */
export function Switch<Choice extends string>(props: Props<Choice>) {
  const { label, value, options, onChange, icon: Icon } = props;
  return (
    <Face>
      <Icon size={16} aria-hidden="true" />
      <Names aria-hidden="true">
        {options.map(({ choice, name }) => (
          <Name key={choice} $isChosen={choice === value}>
            {name}
          </Name>
        ))}
      </Names>
      <Native
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as Choice)}
      >
        {options.map(({ choice, name }) => (
          <option key={choice} value={choice}>
            {name}
          </option>
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
  height: 36px;
  min-width: 40px;
  justify-content: center;
  padding: 0 11px;
  position: relative;

  &:hover {
    border-color: ${tokens.accent};
  }

  &:has(:focus-visible) {
    outline: 2px solid ${tokens.accent};
    outline-offset: 2px;
  }

  ${withIcons} {
    height: 40px;
    padding: 0;
  }

  ${inTwoRows} {
    height: 28px;
    min-width: 36px;
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

const Name = styled.span<{ $isChosen: boolean }>`
  grid-area: 1 / 1;
  visibility: ${({ $isChosen }) => ($isChosen ? 'visible' : 'hidden')};
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
