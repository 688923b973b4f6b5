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
import {
  type Language,
  languageName,
  setTheme,
  switchLanguage,
  themes,
} from '@portfolio/kit/shell';
import { Languages, Moon, Sun } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * The header is too narrow for the names of choices. In em, so that a larger font size in the browser counts
 * as a smaller window.
 */
export const withIcons = '@media (max-width: 49.9375em)';

/**
 * Switches the language, and removes one from the address. If its texts cannot be loaded, the language stays.
 */
export function LanguageSwitch() {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const navigate = useNavigate();
  const choose = async (choice: Language) => {
    // The browser's address: a page may have written into it.
    const address = new URL(location.href);
    if (address.searchParams.has('language')) {
      address.searchParams.delete('language');
      const { pathname, search, hash } = address;
      await navigate({ pathname, search, hash }, { replace: true });
    }
    await switchLanguage(choice).catch((error) => {
      console.warn('The language could not be switched', error);
      showHint({ kind: 'error', path: 'notices.languageFailed', seconds: hintSeconds.exception });
    });
  };
  return (
    <Switch
      label={text('header.language.language')}
      name="language"
      value={language}
      names={siteFacts().languages.map((each) => [each, languageName(each, text)])}
      onChange={choose}
    >
      <Languages size={16} />
    </Switch>
  );
}

/** The document keeps it at the theme, and CSS decides what is visible: a prerendered page serves both themes. */
export function ThemeSwitch() {
  const text = useText();
  return (
    <Switch
      label={text('header.theme.theme')}
      name="theme"
      initial={globalThis.document?.documentElement.dataset.theme}
      names={themes.map((each) => [each, text(`header.theme.${each}`)])}
      onChange={setTheme}
    >
      <Moon size={16} data-visible="dark" />
      <Sun size={16} data-visible="light" />
    </Switch>
  );
}

interface Props<Choice extends string> extends PropsWithChildren {
  label: string;
  /** The document finds the select by this name. */
  name: 'language' | 'theme';
  value?: Choice;
  initial?: string | undefined;
  names: readonly (readonly [choice: Choice, name: string])[];
  onChange: (choice: Choice) => unknown;
}

/** A native select that looks like a button, in a small window with only its icon. */
function Switch<Choice extends string>(props: Props<Choice>) {
  const { label, name, value, initial, names, onChange, children } = props;
  return (
    <Face data-screen data-app>
      <Stack aria-hidden="true">{children}</Stack>
      <Names aria-hidden="true">
        {names.map(([choice, words]) => (
          <span key={choice} data-visible={name === 'theme' ? choice : choice === value}>
            {words}
          </span>
        ))}
      </Names>
      <Select
        aria-label={label}
        name={name}
        // Browsers may restore an older choice after a reload.
        autoComplete="off"
        value={value}
        defaultValue={initial}
        onChange={(event) => onChange(event.target.value as Choice)}
      >
        {names.map(([choice, words]) => (
          <Option key={choice} value={choice}>
            {words}
          </Option>
        ))}
      </Select>
    </Face>
  );
}

/** The border is inside, so that the select's target has the full 44 px. */
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

  ${hovered`
    &::before {
      border-color: ${tokens.accent};
    }
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
    padding: 0 1px;
  }
`;

/** As wide as the widest choice, so that a change moves nothing beside it. */
const Stack = styled.span`
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
`;

const Names = styled(Stack)`
  ${withIcons} {
    display: none;
  }
`;

/** Phones zoom into a select with a smaller font size. */
const Select = styled.select`
  appearance: none;
  color: inherit;
  cursor: pointer;
  font: inherit;
  font-size: 1rem;
  height: 100%;
  inset: 0;
  opacity: 0;
  position: absolute;
  width: 100%;
`;

/** Some browsers draw the list in the system's colours. */
const Option = styled.option`
  background: ${tokens.surface};
  color: ${tokens.text};
`;
