import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import './typed.ts';
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

/** Lets the settings follow the theme of the document, whose script knows choice and system. */
export function startTheme(): void {
  const { documentElement: root } = document;
  const follow = () => store.setState({ theme: root.dataset.theme === 'dark' ? 'dark' : 'light' });
  follow();
  new MutationObserver(follow).observe(root, { attributeFilter: ['data-theme'] });
}

/** Switches and stores the theme. Only CSS variables change. */
export function setTheme(theme: Theme): void {
  globalThis.visitor?.keep('theme', theme);
  store.setState({ theme });
  void changeInView('theme', () => globalThis.visitor?.showTheme());
}
