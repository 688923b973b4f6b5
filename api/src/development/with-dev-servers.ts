import { type LiveRelease, type LiveReleases, type LiveSet, pagesOf } from '@portfolio/releases';
import type { DevServers } from './dev-servers.ts';

/** The live releases, with what is being worked on laid over them. */
export function withDevServers(live: LiveReleases, servers: DevServers): LiveReleases {
  const fresh = async (): Promise<LiveSet | undefined> => {
    const set = await live.fresh();
    const developed = Object.fromEntries(
      Object.entries(servers).map(([name, server]) => [name, developedRelease(name, server)]),
    );
    const { shell = set?.shell, ...sections } = developed;
    if (!shell) return undefined;
    const overlaid = Object.entries(sections).map(([name, release]) => [name, [release]]);
    const all: LiveSet['sections'] = { ...set?.sections, ...Object.fromEntries(overlaid) };
    const { pages } = pagesOf(all);
    return { key: 'development', shell, pages, sections: all };
  };
  return { fresh, cached: fresh };
}

function developedRelease(name: string, server: DevServers[string]): LiveRelease {
  return {
    name,
    id: 'development',
    createdAt: new Date().toISOString(),
    commit: '',
    files: {},
    requires: {},
    ...server,
  };
}
