import { createPublicKey, type KeyObject } from 'node:crypto';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';
import { addKey, hashName, removeKey, type Statement } from '@portfolio/releases/access/index.ts';
import { publishOver } from '@portfolio/test-support/publish-over.ts';
import { startPublishingSite } from '@portfolio/test-support/publishing-site.ts';
import { addTeam, moveStatement, publishStatement } from '@portfolio/test-support/statements.ts';
import { moveLive } from './carry-out.ts';

// Disks are slow on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(60_000);

const site = await startPublishingSite();
const { api, dataDir, over, liveIds, another } = site;
afterAll(() => site.stop());

let live: string;
beforeEach(async () => {
  live = (await liveIds())[0] ?? '';
});

test('who saw something else live is refused before anything is sent, and at the last moment', async () => {
  const { release, contents } = another();
  await over.publish(release, contents, { live, isPreview: true });
  const seen = 'f'.repeat(12);
  expect((await over.say(publishStatement(release, { live: seen }))).status).toBe(409);
  for (const does of ['activate', 'roll back'] as const) {
    const move = moveStatement(does, release, seen) as Statement;
    await expect(moveLive(api.store, move)).rejects.toThrow(`games@${live} went live, and you saw`);
  }
});

test('a key that is removed meanwhile, or whose last day is over, goes no further', async () => {
  for (const end of [
    (id: string) => removeKey(api.store, id),
    (_id: string, publicKey: KeyObject) =>
      addKey(api.store, publicKey, { sections: ['games'], until: '2026-01-31' }),
  ]) {
    const team = await addTeam(api.store, ['games']);
    const { release, contents } = another();
    const theirs = publishOver(api.url, team);
    const { says } = await theirs.send(release, contents, { live });
    await end(team.id, createPublicKey(team.privateKey));
    const [hash = ''] = Object.values(release.files).map(hashName);
    expect((await theirs.put(says.upload, hash, 0, Buffer.from('x'))).status).toBe(401);
    expect((await theirs.commit(says.upload)).status).toBe(401);
    expect((await liveIds())[0]).toBe(live);
  }
});

test('what is never committed takes the room of three deploys at most', async () => {
  const team = await addTeam(api.store, ['games']);
  const theirs = publishOver(api.url, team);
  const tokens: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const { release, contents } = another({ 'film.mp4': Buffer.alloc(100_000, `${turn}`) });
    const { says } = await theirs.send(release, contents, { live });
    tokens.push(says.upload);
  }
  await theirs.say(publishStatement(another().release, { live }));
  const uploads = path.join(dataDir, 'uploads', team.id, 'games');
  const films = readdirSync(uploads).filter(
    (file) => statSync(path.join(uploads, file)).size === 100_000,
  );
  expect(films).toHaveLength(2);
  expect((await theirs.commit(String(tokens[0]))).status).toBe(404);

  // A day later whoever deploys next clears it away.
  const dayAgo = Date.now() / 1000 - 25 * 60 * 60;
  for (const file of readdirSync(uploads)) utimesSync(path.join(uploads, file), dayAgo, dayAgo);
  await over.say(publishStatement(another().release, { live }));
  expect(readdirSync(uploads)).toEqual([]);
});
