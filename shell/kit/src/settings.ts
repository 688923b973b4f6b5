import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Language } from './texts/languages.ts';

/** The themes the site offers. */
export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** What the whole page knows about itself. */
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
 * A page that comes prerendered has its texts already, and is the same for both themes: that is what
 * it is taken over with. Zustand would take the state from before everything.
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
