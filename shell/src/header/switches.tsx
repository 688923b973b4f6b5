import {
  hintSeconds,
  type Language,
  languageName,
  offeredLanguages,
  onlyWithApp,
  setTheme,
  showHint,
  styled,
  switchLanguage,
  themes,
  tokens,
  useResource,
  useSettings,
  useText,
  whereHovering,
} from '@portfolio/kit';
import { Languages, Moon, Sun } from 'lucide-react';
import type { PropsWithChildren } from 'react';
import { useSearchParams } from 'react-router-dom';
import { whenReady } from '../takeover/ready.tsx';
import { withIcons } from './widths.ts';

/**
 * Switches the language; when its texts cannot be loaded the old one stays and a hint says so. A
 * choice made here outlasts one of the address, which goes.
 */
export function LanguageSwitch() {
  const text = useText();
  const language = useSettings((settings) => settings.language);
  const [query, setQuery] = useSearchParams();
  const choose = async (choice: Language) => {
    await whenReady();
    if (query.has('language')) {
      query.delete('language');
      setQuery(query, { replace: true });
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
      choices={offeredLanguages()}
      nameOf={(choice) => languageName(choice, text)}
      onChange={choose}
    >
      <Languages size={16} />
    </Switch>
  );
}

/**
 * Switches between dark and light. Which of the two is on is CSS's: a prerendered page serves both. The
 * other wall is fetched as soon as the switch is pointed at or focused.
 */
export function ThemeSwitch() {
  const text = useText();
  const theme = useSettings((settings) => settings.theme);
  const address = useResource();
  const fetchWalls = () => {
    for (const choice of themes) new Image().src = address(`wall-${choice}.svg`);
  };
  return (
    <Switch
      label={text('header.theme.theme')}
      name="theme"
      value={theme}
      choices={themes}
      nameOf={(choice) => text(`header.theme.${choice}`)}
      onChange={setTheme}
      onLook={fetchWalls}
    >
      <Moon size={16} data-shown="dark" />
      <Sun size={16} data-shown="light" />
    </Switch>
  );
}

interface Props<Choice extends string> extends PropsWithChildren {
  label: string;
  /** The name by which the document's first script finds it, before the app runs. */
  name: 'language' | 'theme';
  value: Choice;
  choices: readonly Choice[];
  /** In the visitor's language. */
  nameOf: (choice: Choice) => string;
  onChange: (choice: Choice) => unknown;
  /** Called when it is pointed at or focused, before a choice. */
  onLook?: () => void;
}

/**
 * One choice of a few: the platform's select, drawn as a button. On a small window only its icons,
 * which are the children. Not there without script, which it needs.
 */
function Switch<Choice extends string>(props: Props<Choice>) {
  const { label, name, value, choices, nameOf, onChange, onLook, children } = props;
  return (
    <Face onPointerEnter={onLook} onFocus={onLook}>
      <Stack aria-hidden="true">{children}</Stack>
      <Names aria-hidden="true">
        {choices.map((choice) => (
          <span key={choice} data-shown={name === 'theme' ? choice : choice === value}>
            {nameOf(choice)}
          </span>
        ))}
      </Names>
      <Select
        aria-label={label}
        name={name}
        // A browser may restore an older choice after a reload.
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value as Choice)}
      >
        {choices.map((choice) => (
          <Option key={choice} value={choice}>
            {nameOf(choice)}
          </Option>
        ))}
      </Select>
    </Face>
  );
}

/**
 * With the chevron of a select. Its edge is drawn inside, where the select reaches over it, so that all
 * of the 44 px are the target.
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

  ${onlyWithApp}

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

/** As wide as the widest, so that no choice moves what stands beside it; one is shown. */
const Stack = styled.span`
  display: grid;
  white-space: nowrap;

  > * {
    grid-area: 1 / 1;
  }

  > [data-shown='false'],
  html[data-theme='dark'] & > [data-shown='light'],
  html:not([data-theme='dark']) & > [data-shown='dark'] {
    visibility: hidden;
  }
`;

const Names = styled(Stack)`
  ${withIcons} {
    display: none;
  }
`;

/**
 * Lies unseen over the whole face: the browser's own list of choices opens where one clicks. Phones zoom
 * into one with smaller letters.
 */
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

/** In some browsers the list has the colours of the system, not of the page. */
const Option = styled.option`
  background: ${tokens.surface};
  color: ${tokens.text};
`;
