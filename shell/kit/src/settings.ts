import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The tag of a language, such as `en` or `pt-BR`. */
export type Language = string;

/** The themes the site offers. */
export type Theme = 'dark' | 'light';

/** The state of the whole page. */
export interface Settings {
  initialization: 'uninitialized' | 'progress' | 'finished';
  language: Language;
  isLanguageLoaded: boolean;
}

const store = createStore<Settings>(() => ({
  initialization: 'uninitialized',
  language: 'en',
  isLanguageLoaded: false,
}));

// A prerendered page contains its texts, so it is hydrated with the present state.
store.getInitialState = store.getState;

/** The settings as a hook with a selector; outside of components `useSettings.getState()`. */
export const useSettings = Object.assign(
  <Selected>(select: (settings: Settings) => Selected) => useStore(store, select),
  store,
);
