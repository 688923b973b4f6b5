import * as kit from '@portfolio/kit';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import type { sharedSingletons } from '../../../rspack.shared.ts';

type Singleton = (typeof sharedSingletons)[number];

/** Versions by package, filled in by the build from what is installed. */
declare const PROVIDED_VERSIONS: Record<string, string>;

const modules: Record<Singleton, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@portfolio/kit': kit,
};

/** What the shell provides to every section: by key its version and a factory of the module. */
export const provided = Object.entries(modules).map(([key, library]) => ({
  key,
  version: PROVIDED_VERSIONS[key === 'react/jsx-runtime' ? 'react' : key] ?? '0.0.0',
  lib: () => library,
}));

/** How each is shared: one copy for everybody, there from the start. */
export function shareConfigOf(version: string) {
  return { singleton: true, eager: true, requiredVersion: `^${version}` };
}
