import type { ComponentType } from 'react';
import { provided, shareConfigOf } from './provided.ts';

/** A remote as the browser imports it: the container protocol of Module Federation. */
export interface Container {
  init(shareScope: object, initScope: unknown[], options: object): unknown;
  get(key: string): Promise<() => PageModule>;
}

/** A section's exposed module: a component without props as its default export. */
export interface PageModule {
  default?: ComponentType;
}

/** The share scope as the federation runtime would build it; one of the two internals leaned on. */
const shareScope = Object.fromEntries(
  provided.map(({ key, version, lib }) => {
    const shareConfig = shareConfigOf(version);
    const shared = { lib, get: () => lib, version, shareConfig, loaded: true, eager: true };
    const origin = { from: 'shell', useIn: [], deps: [], scope: ['default'] };
    return [key, { [version]: { ...shared, ...origin, strategy: 'loaded-first' } }];
  }),
);

/**
 * Opens a section by the container protocol itself, without the federation runtime (12 kB that the
 * first page does not wait for).
 */
export async function openContainer(container: Container): Promise<PageModule> {
  await container.init(shareScope, [], { version: '', shareScopeKeys: 'default' });
  const page = await container.get('./page');
  return page();
}
