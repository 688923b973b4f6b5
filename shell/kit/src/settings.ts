import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { changeInView } from './view-transition.ts';

/** The tag of a language, such as `en` or `pt-BR`. */
export type Language = string;

/** The themes the site offers. */
export const themes = ['dark', 'light'] as const;
/** One of the themes. */
export type Theme = (typeof themes)[number];

/** The state of the whole page. */
export interface Settings {
  initialization: 'uninitialized' | 'progress' | 'finished';
  theme: Theme;
  language: Language;
  isLanguageLoaded: boolean;
}

const store = createStore<Settings>(() => ({
  initialization: 'uninitialized',
  theme: 'light',
  language: 'en',
  isLanguageLoaded: false,
}));

/**
 * A prerendered page contains its texts and serves both themes, so it is hydrated with this state; Zustand
 * would use its initial one.
 */
const prerendered = {
  ...store,
  getInitialState: (): Settings => ({ ...store.getState(), theme: 'light' }),
};

/** The settings as a hook with a selector; outside of components `useSettings.getState()`. */
export const useSettings = Object.assign(
  <Selected>(select: (settings: Settings) => Selected) => useStore(prerendered, select),
  store,
);

/**
 * Reads a visitor's stored choice, `theme` or `language`. Without storage, or when it is full, a choice lasts
 * as long as the page.
 */
export function readChoice<Choice extends string>(
  key: string,
  allowed: readonly Choice[],
): Choice | undefined {
  try {
    const stored = localStorage.getItem(key);
    return allowed.find((choice) => choice === stored);
  } catch {
    return undefined;
  }
}

/** Stores a choice if the browser allows it. */
export function keepChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {}
}

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Applies the stored theme, else the system's, and follows the system until the visitor chooses. */
export function startTheme(): void {
  showChosenTheme();
  systemIsDark().addEventListener('change', showChosenTheme);
}

/** Applies the stored theme, else the system's. */
export function showChosenTheme(): void {
  applyTheme(readChoice('theme', themes) ?? (systemIsDark().matches ? 'dark' : 'light'));
}

/** Switches and stores the theme. Only CSS variables change: no component renders again. */
export function setTheme(theme: Theme): void {
  keepChoice('theme', theme);
  useSettings.setState({ theme });
  void changeInView('theme', () => applyTheme(theme));
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // The colour of the browser's own bars.
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('[name=theme-color]');
  if (light) light.media = theme === 'dark' ? 'not all' : '';
  if (dark) dark.media = theme === 'dark' ? '' : 'not all';
  useSettings.setState({ theme });
}
