import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readAudit } from '@portfolio/releases/publishing';
import { publishOver } from '@portfolio/test-support/publish-over.ts';
import { type SmallApi, startSmallApi } from '@portfolio/test-support/start-api.ts';
import { addTeam, describeRelease, publishStatement } from '@portfolio/test-support/statements.ts';

// Disks are slow on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(60_000);

let api: SmallApi;
beforeAll(async () => {
  api = await startSmallApi();
});
afterAll(() => api.stop());

test('who guesses is refused by address, a key that asks for too much by itself', async () => {
  const team = await addTeam(api.store, ['games']);
  const over = publishOver(`http://127.0.0.1:${api.port}`, team);
  const { release } = describeRelease('games');
  const seen = { live: api.releases.games?.id };
  const statuses: number[] = [];
  for (let turn = 0; turn < 21; turn += 1)
    statuses.push((await over.say(publishStatement(release, seen))).status);
  expect(statuses).toEqual([...Array(20).fill(201), 429]);

  const forged = { ...team.sign(publishStatement(release, seen)), signature: 'AAAA' };
  const guesses: number[] = [];
  for (let turn = 0; turn < 31; turn += 1) guesses.push((await over.post(forged)).status);
  // The refusal above was one of the thirty.
  expect(guesses).toEqual([...Array(29).fill(401), 429, 429]);
  const { entries } = await readAudit(api.store);
  expect(entries.filter(({ outcome }) => outcome === 'refused')).toHaveLength(29);
  expect((await api.get('/home')).status).toBe(200);
  expect((await api.get('/api/releases')).status).toBe(200);
});
