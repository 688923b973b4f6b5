import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { rollBack } from '@portfolio/releases/live/move-live.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { publishOver } from '@portfolio/test-support/publishing-site.ts';
import {
  addTeam,
  describeRelease,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { stopLater } from '@portfolio/test-support/stop-later.ts';
import {
  openTemporaryStore,
  settingsOf,
  temporaryStore,
} from '@portfolio/test-support/temporary-store.ts';
import { readConfig } from '../config.ts';
import { createApp } from '../create-app.ts';
import { createLog } from '../log.ts';
import { publishingRouter } from './publishing-router.ts';

/** Starts a machine whose copy of the facts does not follow changes by itself. */
async function startBehind() {
  const owner = await temporaryStore();
  const first = await addSmallSite(owner);
  const { DATABASE_URL, ...own } = settingsOf(owner);
  const store = await openTemporaryStore(DATABASE_URL ? { DATABASE_URL } : own);
  await store.shared.pull();
  const log = createLog('silent');
  const live = followLiveReleases(store, log);
  const config = readConfig({ RATE_LIMIT: 'off' });
  const calls = [publishingRouter({ config, store, live, log })];
  const server = createServer(createApp({ store, live, log, calls, origin: () => '' }).app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stopLater({ stop: () => server.close() });
  const { port } = server.address() as AddressInfo;
  return { owner, first, url: `http://127.0.0.1:${port}` };
}

test('a key that was added on another machine is accepted at once, again and again', async () => {
  const { owner, first, url } = await startBehind();
  expect((await fetch(`${url}/api/releases`)).status).toBe(404);
  for (let turn = 0; turn < 3; turn += 1) {
    const team = await addTeam(owner, ['games']);
    const { release } = describeRelease('games');
    const request = publishRequest(release, { live: first.games?.id });
    expect((await publishOver(url, team).say(request)).status).toBe(201);
  }
});

test('a team sees a change of another machine at once', async () => {
  const { owner, first, url } = await startBehind();
  await addTeam(owner, ['games']);
  const liveId = async () => {
    const { releases } = (await (await fetch(`${url}/api/releases`)).json()) as {
      releases: { games: { id: string }[] };
    };
    return releases.games[0]?.id;
  };
  const { id } = await addRelease(owner, 'games', sectionFiles('games', 'Elsewhere'));
  expect(await liveId()).toBe(id);
  await rollBack(owner, 'games');
  expect(await liveId()).toBe(first.games?.id);
});
