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
import { changeInView, languageName, pickLanguage, switchLanguage } from '@portfolio/kit/shell';
import { Languages, Moon, Sun } from 'lucide-react';
import type { ComponentProps } from 'react';

/**
 * The header is too narrow for the names of choices. In em, so that a larger font size in the browser counts
 * as a smaller window.
 */
export const withIcons = '@media (max-width: 49.9375em)';

/** Shows the page in a language: without one, in that which is stored. A hint says when that fails. */
export function applyLanguage(language = pickLanguage()): void {
  if (language === useSettings.getState().language) return;
  switchLanguage(language).catch((error) => {
    console.warn('The language could not be switched', error);
    showHint({ kind: 'error', path: 'notices.languageFailed', seconds: hintSeconds.exception });
  });
}

const applyTheme = (theme: string) =>
  void changeInView('bricks', () => globalThis.visitor?.setTheme(theme));

export function LanguageSwitch() {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const names = siteFacts().languages.map((each) => [each, languageName(each, text)] as const);
  return (
    <Switch name="language" value={language} names={names} choose={applyLanguage}>
      <Languages size={16} />
    </Switch>
  );
}

/** CSS decides what is visible: a prerendered page serves both themes. */
export function ThemeSwitch() {
  const text = useText();
  const { theme } = globalThis.document?.documentElement.dataset ?? {};
  const names = ['dark', 'light'].map((each) => [each, text(`header.theme.${each}`)] as const);
  return (
    <Switch name="theme" defaultValue={theme} names={names} choose={applyTheme}>
      <Moon size={16} data-in="dark" />
      <Sun size={16} data-in="light" />
    </Switch>
  );
}

interface Props extends ComponentProps<'select'> {
  /** The document finds the select by this name, and applies what is chosen before the app runs. */
  name: 'language' | 'theme';
  names: readonly (readonly [choice: string, name: string])[];
  choose: (choice: string) => void;
}

/** A native select that looks like a button, in a small window with only its icon. */
function Switch({ name, names, choose, children, ...chosen }: Props) {
  const text = useText();
  return (
    <Face data-screen data-app>
      {children}
      <Names aria-hidden="true">
        {names.map(([choice, words]) => (
          <span key={choice} data-visible={name === 'theme' ? choice : choice === chosen.value}>
            {words}
          </span>
        ))}
      </Names>
      {/* Browsers may restore an older choice after a reload. */}
      <Select
        aria-label={text(`header.${name}.${name}`)}
        name={name}
        autoComplete="off"
        onChange={({ target }) => choose(target.value)}
        {...chosen}
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
  font-size: 1rem;
  height: 44px;
  inset: -1px;
  opacity: 0;
  position: absolute;
  width: calc(100% + 2px);
`;
