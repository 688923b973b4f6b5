import * as kit from '@portfolio/kit';
import type { ComponentType } from 'react';
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

/** A remote as the browser imports it: the container protocol of Module Federation. */
export interface Container {
  init(shareScope: object, initScope: unknown[], options: object): unknown;
  get(key: string): Promise<() => PageModule>;
}

/** A section's exposed module: a component without props as its default export. */
export interface PageModule {
  default?: ComponentType;
}

/**
 * The share scope as the federation runtime would build it; one of the two internals that are relied on.
 */
const shareScope = Object.fromEntries(
  provided.map(({ key, version, lib }) => {
    const shareConfig = shareConfigOf(version);
    const shared = { lib, get: () => lib, version, shareConfig, loaded: true, eager: true };
    const origin = { from: 'shell', useIn: [], deps: [], scope: ['default'] };
    return [key, { [version]: { ...shared, ...origin, strategy: 'loaded-first' } }];
  }),
);

/**
 * Opens a section by the container protocol itself, without the federation runtime, which the first
 * page does not wait for.
 */
export async function openContainer(container: Container): Promise<PageModule> {
  await container.init(shareScope, [], { version: '', shareScopeKeys: 'default' });
  const page = await container.get('./page');
  return page();
}
