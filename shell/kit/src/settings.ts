import { createStore, useStore } from 'zustand';

/** The state of the whole page. */
export interface Settings {
  initialization: 'uninitialized' | 'progress' | 'finished';
  /** Its tag, such as `en` or `pt-BR`. */
  language: string;
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
