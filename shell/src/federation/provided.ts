import * as kit from '@portfolio/kit';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import type { sharedSingletons } from '../../../rspack.shared.ts';

type Singleton = (typeof sharedSingletons)[number];

/** Versions by package, filled in by the build from what is installed. */
declare const PROVIDED_VERSIONS: Record<string, string>;

const modules: Record<Singleton, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  '@portfolio/kit': kit,
};

/** What the shell provides to every section, in the shape the federation runtime wants. */
export const provided = Object.fromEntries(
  Object.entries(modules).map(([key, library]) => {
    const version = versionOf(key);
    return [
      key,
      {
        version,
        lib: () => library,
        scope: 'default',
        shareConfig: { singleton: true, eager: true, requiredVersion: `^${version}` },
      },
    ];
  }),
);

function versionOf(key: string): string {
  const name = key === 'react/jsx-runtime' ? 'react' : key;
  return PROVIDED_VERSIONS[name] ?? '0.0.0';
}
