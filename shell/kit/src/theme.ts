import { keepChoice, readChoice, type Theme, themes, useSettings } from './settings.ts';
import { changeInView } from './view-transition.ts';

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Takes over what the document's first-paint script chose, and follows the system until told. */
export function startTheme(): void {
  showChosenTheme();
  systemIsDark().addEventListener('change', showChosenTheme);
}

/** Shows the theme that is stored, else the system's. */
export function showChosenTheme(): void {
  applyTheme(readChoice('theme', themes) ?? systemTheme());
}

/** Switches the theme and remembers it. Only CSS variables change: no component renders again. */
export function setTheme(theme: Theme): void {
  keepChoice('theme', theme);
  useSettings.setState({ theme });
  void changeInView('theme', showChosenTheme);
}

function systemTheme(): Theme {
  return systemIsDark().matches ? 'dark' : 'light';
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  useSettings.setState({ theme });
}
