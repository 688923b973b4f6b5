import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@portfolio/api/log.ts';
import { createSite } from '@portfolio/api/site.ts';
import { followLiveReleases, type LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { assembleSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { pathOf, type Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';

/** The page of the shell alone: no section runs on it. */
export const unknownPath = '/no-such-page';

/** What a release is looked at on: a site of its own, for nobody but this process's browser. */
export interface InspectedSite {
  /** Every path that shows something of the release; none when nothing that is live does. */
  paths: readonly string[];
  /** The address that shows it there, as its preview. */
  addressOf: (path: string) => string;
  close: () => void;
}

/** Serves what is live with a release in it, which nothing stands in for when it fails. */
export async function serveInspected(store: Store, release: Release): Promise<InspectedSite> {
  const log = createLog('silent');
  const live = withoutFallback(followLiveReleases(store, log), release);
  const paths = await pathsOf(live, release);
  const server = createServer(createSite({ store, log, live, isInspection: true }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    paths,
    addressOf: (path) => `http://127.0.0.1:${port}${path}?preview=${release.name}@${release.id}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Every address that shows something of this release; a shell has a page of its own for unknown ones. */
async function pathsOf(live: LiveReleases, release: Release): Promise<string[]> {
  const set = await live.fresh();
  if (!set) return [];
  if (release.name !== 'shell') return [pathOf(release)];
  return [...set.pages.map(({ path }) => path), unknownPath];
}

/**
 * Only the inspected release: one that fails must not be saved by the one before. The first of all is
 * a shell, which nothing is live with yet.
 */
function withoutFallback(live: LiveReleases, release: Release): LiveReleases {
  const fresh = async () => {
    const set = await live.fresh();
    if (set) return withReleases(live, set, [release], [release.name]);
    const shell = release.name === 'shell' ? await live.find(release) : undefined;
    return shell && assembleSet([{ name: 'shell', releases: [shell], faults: [], watched: [] }]);
  };
  return { ...live, fresh, cached: fresh };
}
