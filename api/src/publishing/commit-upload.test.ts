import { createPublicKey, type KeyObject } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import {
  addKey,
  type ChangeRequest,
  findUpload,
  removeKey,
} from '@portfolio/releases/access/index.ts';
import { hashName } from '@portfolio/releases/contents/integrity.ts';
import { rollBack } from '@portfolio/releases/live/move-live.ts';
import { publishOver, startPublishingSite } from '@portfolio/test-support/publishing-site.ts';
import {
  addTeam,
  describeRelease,
  moveRequest,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { commitUpload, moveLive } from './commit-upload.ts';

const site = await startPublishingSite();
const { api, dataDir, team, over, liveIds, another } = site;

let live: string;
beforeEach(async () => {
  live = liveIds()[0] ?? '';
});

test('a request that names another live release is refused at the announcement and at the commit', async () => {
  const { release, contents } = another();
  await over.publish(release, contents, { live, isPreview: true });
  const seen = 'f'.repeat(12);
  expect((await over.say(publishRequest(release, { live: seen }))).status).toBe(409);
  for (const does of ['roll back', 'retire'] as const) {
    const request = moveRequest(does, release, seen) as ChangeRequest;
    await expect(moveLive(api.store, { keyId: team.id, request })).rejects.toThrow(
      `games@${live} went live, and you saw`,
    );
  }
});

test('a retirement whose answer was lost can be repeated', async () => {
  const theirs = publishOver(api.url, await addTeam(api.store, ['news']));
  const { release, contents } = describeRelease('news', sectionFiles('news', 'Here'));
  await theirs.publish(release, contents, { live: null });
  for (const _turn of ['lost', 'repeated']) {
    const answer = await theirs.say(moveRequest('retire', release, release.id));
    expect(answer).toMatchObject({ status: 200, says: { release: release.id, isLive: false } });
  }
});

test('a key that is removed, restricted or expired during an upload cannot finish it', async () => {
  const anew = (opens: Parameters<typeof addKey>[2]) => (_id: string, key: KeyObject) =>
    addKey(api.store, key, opens);
  for (const [end, status] of [
    // Removing a key also removes its uploads.
    [(id: string) => removeKey(api.store, id), 404],
    [anew({ sections: ['games'], until: '2026-01-31' }), 401],
    [anew({ sections: ['home'] }), 403],
    [anew({ sections: ['games'], isPreviewOnly: true }), 403],
  ] as const) {
    const team = await addTeam(api.store, ['games']);
    const { release, contents } = another();
    const theirs = publishOver(api.url, team);
    const { says } = await theirs.send(release, contents, { live });
    await end(team.id, createPublicKey(team.privateKey));
    const [hash = ''] = Object.values(release.files).map(hashName);
    expect((await theirs.put(says.upload, hash, Buffer.from('x'))).status).toBe(status);
    expect((await theirs.commit(says.upload)).status).toBe(status);
    expect(liveIds()[0]).toBe(live);
  }
});

test('a key that is removed while its move is checked moves nothing', async () => {
  const team = await addTeam(api.store, ['games']);
  const { release, contents } = another();
  await publishOver(api.url, team).publish(release, contents, { live, isPreview: true });
  let isRemoved = false;
  const transact: typeof api.store.facts.transact = async (steps) => {
    if (!isRemoved) await removeKey(api.store, team.id);
    isRemoved = true;
    return api.store.facts.transact(steps);
  };
  const slow = { ...api.store, facts: { ...api.store.facts, transact } };
  const request = moveRequest('roll back', release, live) as ChangeRequest;
  await expect(moveLive(slow, { keyId: team.id, request })).rejects.toMatchObject({ status: 401 });
  expect(liveIds()[0]).toBe(live);
});

test('two processes that commit one upload at the same moment both say that it is live', async () => {
  const second = await startApi({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  for (let turn = 0; turn < 5; turn += 1) {
    const { release, contents } = another();
    const { says } = await over.send(release, contents, { live: liveIds()[0] });
    const commit = (url: string) => publishOver(url, team).commit(says.upload);
    const both = await Promise.all([api.url, second.url].map(commit));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(liveIds()[0]).toBe(release.id);
  }
  await second.stop();
});

test('a commit that another process repeats after a roll-back does not undo it', async () => {
  const { release, contents } = another();
  const { says } = await over.send(release, contents, { live });
  const elsewhere = await findUpload(api.store, says.upload);
  if (!elsewhere) throw new Error('There is no upload');
  expect((await over.commit(says.upload)).status).toBe(200);
  await rollBack(api.store, 'games');
  const limits = { UPLOAD_BYTES: 3_000_000 };
  await expect(commitUpload(api.store, elsewhere, limits)).rejects.toMatchObject({ status: 409 });
  expect(liveIds()[0]).toBe(live);
});

test('the commit of a section does not block another section', async () => {
  const slow = another({ 'film.mp4': Buffer.alloc(900_000, 'slow') });
  const { says } = await over.send(slow.release, slow.contents, { live });
  const team = await addTeam(api.store, ['home']);
  const home = describeRelease('home', sectionFiles('home', 'Meanwhile'));
  const waiting = over.commit(says.upload);
  const seen = { live: api.releases.home?.id };
  const published = await publishOver(api.url, team).publish(home.release, home.contents, seen);
  expect([published.status, (await waiting).status]).toEqual([200, 200]);
});
