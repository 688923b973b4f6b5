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

// A prerendered page contains its texts: it is hydrated with the state that had them, also when another language is
// chosen meanwhile.
let loaded = store.getState();
store.subscribe((state) => {
  if (state.isLanguageLoaded) loaded = state;
});
store.getInitialState = () => loaded;

/** The settings as a hook with a selector; outside of components `useSettings.getState()`. */
export const useSettings = Object.assign(
  <Selected>(select: (settings: Settings) => Selected) => useStore(store, select),
  store,
);
