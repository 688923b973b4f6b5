import {
  hintSeconds,
  hovered,
  showHint,
  siteFacts,
  styled,
  tokens,
  useSettings,
  useText,
} from '@portfolio/kit';
import { type Language, languageName, switchLanguage, themes } from '@portfolio/kit/shell';
import { Languages, Moon, Sun } from 'lucide-react';
import type { PropsWithChildren } from 'react';

/**
 * The header is too narrow for the names of choices. In em, so that a larger font size in the browser counts
 * as a smaller window.
 */
export const withIcons = '@media (max-width: 49.9375em)';

/** Switches the language. If its texts cannot be loaded, the language stays. */
export function LanguageSwitch() {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const choose = (choice: Language) =>
    switchLanguage(choice).catch((error) => {
      console.warn('The language could not be switched', error);
      showHint({ kind: 'error', path: 'notices.languageFailed', seconds: hintSeconds.exception });
    });
  return (
    <Switch
      name="language"
      value={language}
      names={siteFacts().languages.map((each) => [each, languageName(each, text)])}
      onChange={choose}
    >
      <Languages size={16} />
    </Switch>
  );
}

/** The document owns the theme and this select; CSS decides what is visible: a prerendered page serves both. */
export function ThemeSwitch() {
  const text = useText();
  return (
    <Switch
      name="theme"
      initial={globalThis.document?.documentElement.dataset.theme}
      names={themes.map((each) => [each, text(`header.theme.${each}`)])}
    >
      <Moon size={16} data-in="dark" />
      <Sun size={16} data-in="light" />
    </Switch>
  );
}

interface Props<Choice extends string> extends PropsWithChildren {
  /** The document finds the select by this name. */
  name: 'language' | 'theme';
  value?: Choice;
  initial?: string | undefined;
  names: readonly (readonly [choice: Choice, name: string])[];
  onChange?: (choice: Choice) => unknown;
}

/** A native select that looks like a button, in a small window with only its icon. */
function Switch<Choice extends string>(props: Props<Choice>) {
  const { name, value, initial, names, onChange, children } = props;
  const text = useText();
  return (
    <Face data-screen data-app>
      {children}
      <Names aria-hidden="true">
        {names.map(([choice, words]) => (
          <span key={choice} data-visible={name === 'theme' ? choice : choice === value}>
            {words}
          </span>
        ))}
      </Names>
      <Select
        aria-label={text(`header.${name}.${name}`)}
        name={name}
        // Browsers may restore an older choice after a reload.
        autoComplete="off"
        value={value}
        defaultValue={initial}
        onChange={(event) => onChange?.(event.target.value as Choice)}
      >
        {names.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </Select>
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

  ${hovered`
    border-color: ${tokens.accent};
  `}

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

/** As wide as the widest choice, so that a change moves nothing beside it. */
const Names = styled.span`
  display: grid;
  white-space: nowrap;

  > * {
    grid-area: 1 / 1;
  }

  > [data-visible='false'],
  html[data-theme='dark'] & > [data-visible='light'],
  html:not([data-theme='dark']) & > [data-visible='dark'] {
    visibility: hidden;
  }

  ${withIcons} {
    display: none;
  }
`;

/**
 * Covers the border, for a target of the full 44 px. Phones zoom into a select with a smaller font size; some browsers
 * draw the list in the system's colours.
 */
const Select = styled.select`
  appearance: none;
  background: ${tokens.surface};
  color: ${tokens.text};
  cursor: pointer;
  font: inherit;
  font-size: 1rem;
  height: 44px;
  inset: -1px;
  opacity: 0;
  position: absolute;
  width: calc(100% + 2px);
`;
