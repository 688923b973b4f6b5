import { create } from 'zustand';
import type { Language } from './texts/languages.ts';
import type { Theme } from './theme.ts';

/** What the whole page knows about itself. Source: spec §3, app settings. */
export interface Settings {
  initialization: 'uninitialized' | 'progress' | 'finished';
  theme: Theme;
  language: Language;
  isLanguageLoaded: boolean;
}

/** The settings as a hook with a selector; outside of components `useSettings.getState()`. */
export const useSettings = create<Settings>(() => ({
  initialization: 'uninitialized',
  theme: 'light',
  language: 'en',
  isLanguageLoaded: false,
}));
