import * as kit from '@portfolio/kit';
import type { ComponentType } from 'react';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import type { sharedSingletons } from '../../../rspack.shared.ts';
import { importScript } from './import-script.ts';

/** Versions by package; the build defines them from the installed packages. */
declare const PROVIDED_VERSIONS: Record<string, string>;

/** What sections import of the shell, by its name. */
export const sharedModules: Record<(typeof sharedSingletons)[number], unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@portfolio/kit': kit,
};

/** The share scope of Module Federation: one loaded copy of each package. */
export const shareScope = Object.fromEntries(
  Object.entries(sharedModules).map(([key, library]) => {
    const version = PROVIDED_VERSIONS[key === 'react/jsx-runtime' ? 'react' : key] ?? '0.0.0';
    const lib = () => library;
    const shareConfig = { singleton: true, eager: true, requiredVersion: `^${version}` };
    const shared = { lib, get: () => lib, version, shareConfig, loaded: true, eager: true };
    const origin = { from: 'shell', useIn: [], deps: [], scope: ['default'] };
    return [key, { [version]: { ...shared, ...origin, strategy: 'loaded-first' as const } }];
  }),
);

/** The container protocol of Module Federation. */
interface Container {
  init(shareScope: object, initScope: unknown[], options: object): unknown;
  get(key: string): Promise<() => { default?: ComponentType }>;
}

/** @throws when the release cannot be used */
export async function openRemote(entry: string): Promise<ComponentType | undefined> {
  const container = await importScript<Container>(entry);
  await container.init(shareScope, [], { version: '', shareScopeKeys: 'default' });
  const page = await container.get('./page');
  return page().default;
}
