import { createInstance } from '@module-federation/enhanced/runtime';
import { type PageModule, provided, shareConfigOf } from './container.ts';
import type { SectionRelease } from './live-releases.ts';

const host = createInstance({
  name: 'shell',
  remotes: [],
  shared: Object.fromEntries(
    provided.map(({ key, version, lib }) => [
      key,
      { version, lib, scope: 'default', shareConfig: shareConfigOf(version) },
    ]),
  ),
  shareStrategy: 'loaded-first',
});

/**
 * Opens one release of a section with the federation runtime.
 * @throws what the runtime throws when the file is missing, broken or not what it should be.
 */
export async function openWithRuntime(section: string, release: SectionRelease) {
  const entry = new URL(release.entry, location.origin).href;
  // Forced: the release before takes the place of one that failed, under the same name.
  host.registerRemotes([{ name: section, entry, type: 'module' }], { force: true });
  return host.loadRemote<PageModule>(`${section}/page`);
}
