import { createInstance } from '@module-federation/enhanced/runtime';
import type { ComponentType } from 'react';
import type { SectionRelease } from './live-releases.ts';
import { provided } from './provided.ts';

/** A section's exposed module: a component without props as its default export. */
interface PageModule {
  default?: ComponentType;
}

const host = createInstance({
  name: 'shell',
  remotes: [],
  shared: provided,
  shareStrategy: 'loaded-first',
});

/**
 * Opens one release of a section with the federation runtime.
 * @throws what the runtime throws when the file is missing, broken or not what it should be.
 */
export async function openRelease(section: string, { entry }: SectionRelease) {
  const remote = { name: section, entry: new URL(entry, location.origin).href, type: 'module' };
  // Forced: the release before takes the place of one that failed, under the same name.
  host.registerRemotes([remote], { force: true });
  const module = await host.loadRemote<PageModule>(`${section}/page`);
  return module?.default;
}
