import { css, setTheme, styled, themes, useResource, useSettings, useText } from '@portfolio/kit';
import { Moon, Sun } from 'lucide-react';
import { Switch } from './switch.tsx';

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
      options={themes.map((choice) => ({
        choice,
        name: text(`header.theme.${choice}`),
        hiding: beyond[choice],
      }))}
      onChange={setTheme}
      onLook={fetchWalls}
    >
      <InDark size={16} />
      <InLight size={16} />
    </Switch>
  );
}

/** Hides what stands for a theme while the other one is on. */
const beyond = {
  dark: css`
    html:not([data-theme='dark']) & {
      visibility: hidden;
    }
  `,
  light: css`
    html[data-theme='dark'] & {
      visibility: hidden;
    }
  `,
};

const InDark = styled(Moon)`
  ${beyond.dark}
`;

const InLight = styled(Sun)`
  ${beyond.light}
`;
