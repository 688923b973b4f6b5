import { setTheme, themes, useSettings, useText } from '@portfolio/kit';
import { Moon, Sun } from 'lucide-react';
import { Switch } from './switch.tsx';

const icons = { dark: Moon, light: Sun };

/** Switches between dark and light. */
export function ThemeSwitch() {
  const text = useText();
  const theme = useSettings((settings) => settings.theme);
  return (
    <Switch
      label={text('header.theme.theme')}
      value={theme}
      options={themes.map((choice) => ({ choice, name: text(`header.theme.${choice}`) }))}
      icon={icons[theme]}
      onChange={setTheme}
    />
  );
}
