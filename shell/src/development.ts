import { createInstance } from '@module-federation/runtime';
import { global } from '@module-federation/runtime/helpers';
import { siteFacts } from '@portfolio/kit';
import { shareScope } from './federation/container.ts';
import { sectionLoader } from './federation/section-loader.ts';

// Hot reload. Loads the page again, with what is typed, for a changed text, document or picture, and for any change
// after a section failed: its scripts wait for the build. The client of the development server says it.
addEventListener('message', ({ data }: MessageEvent<{ type?: string } | undefined>) => {
  const isMended = data?.type === 'webpackInvalid' && sectionLoader.failures.size > 0;
  if (isMended || data?.type === 'webpackProgress') globalThis.visitor?.reload();
});

// Shows the DevTools of Module Federation what this page consists of: an instance of the library, the remotes as their
// manifests, and what is shared. The page itself is loaded without the library.
const remotes = Object.entries(siteFacts().sections).flatMap(([name, [release]]) => {
  const base = release && new URL(release.base, location.origin);
  return base ? [{ name, entry: new URL('mf-manifest.json', base).href }] : [];
});
const shell = createInstance({ name: 'shell', remotes });
shell.initShareScopeMap('default', shareScope);
const versions = remotes.map(({ name, entry }) => [name, { matchedVersion: entry }] as const);
const described = remotes.map(({ name, entry }) => {
  return [`${name}:${entry}`, { version: entry, remoteEntry: entry }] as const;
});
const remotesInfo = Object.fromEntries(versions);
const host = { version: siteFacts().key, remoteEntry: '', remotesInfo };
global.addGlobalSnapshot({ shell: host, ...Object.fromEntries(described) } as never);
