import { createInstance } from '@module-federation/runtime';
import { global } from '@module-federation/runtime/helpers';
import { shareScope } from './container.ts';
import { releaseMap } from './release-map.ts';

/**
 * Shows the DevTools of Module Federation what this page consists of: an instance of the library, the remotes as their
 * manifests, and what is shared. The page itself is loaded without the library.
 */
export function showToDevTools(): void {
  const remotes = Object.entries(releaseMap.sections).flatMap(([name, [release]]) => {
    const base = release && new URL(release.base, location.origin);
    return base ? [{ name, entry: new URL('mf-manifest.json', base).href }] : [];
  });
  const shell = createInstance({ name: 'shell', remotes, shareStrategy: 'loaded-first' });
  shell.initShareScopeMap('default', shareScope);
  const versions = remotes.map(({ name, entry }) => [name, { matchedVersion: entry }] as const);
  const described = remotes.map(({ name, entry }) => {
    return [`${name}:${entry}`, { version: entry, remoteEntry: entry }] as const;
  });
  const remotesInfo = Object.fromEntries(versions);
  const host = { version: releaseMap.key, remoteEntry: '', remotesInfo };
  global.addGlobalSnapshot({ shell: host, ...Object.fromEntries(described) } as never);
}
