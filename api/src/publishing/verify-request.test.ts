import { expect, test } from '@jest/globals';
import { publishOver } from '@portfolio/test-support/publishing-site.ts';
import { openRawConnection } from '@portfolio/test-support/raw-connection.ts';
import {
  addTeam,
  describeRelease,
  publishRequest,
} from '@portfolio/test-support/signed-requests.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';

test('failed signatures are limited by address, signed requests by key', async () => {
  const api = await startSmallApi();
  const team = await addTeam(api.store, ['games']);
  const over = publishOver(`http://127.0.0.1:${api.port}`, team);
  const { release } = describeRelease('games');
  const seen = { live: api.releases.games?.id };
  const statuses: number[] = [];
  for (let turn = 0; turn < 41; turn += 1)
    statuses.push((await over.say(publishRequest(release, seen))).status);
  expect(statuses).toEqual([...Array(40).fill(201), 429]);

  const forged = { ...team.sign(publishRequest(release, seen)), signature: 'AAAA' };
  const guesses: number[] = [];
  for (let turn = 0; turn < 31; turn += 1) guesses.push((await over.post(forged)).status);
  // The refusal above counts among the thirty.
  expect(guesses).toEqual([...Array(29).fill(401), 429, 429]);
  expect((await api.get('/home')).status).toBe(200);
  expect((await api.get('/api/releases')).status).toBe(200);
});

test('requests with the id of one key block eight places of the receiver at most', async () => {
  const api = await startSmallApi({ RATE_LIMIT: 'off' });
  const [known, other] = [await addTeam(api.store, ['games']), await addTeam(api.store, ['games'])];
  const head = `POST /api/publishing HTTP/1.1\r\nHost: x\r\nPortfolio-Key: ${known.id}`;
  const slow = await Promise.all(Array.from({ length: 40 }, () => openRawConnection(api.port)));
  const answers = slow.map((wire) => wire.ask(`${head}\r\nContent-Length: 9999\r\n\r\n{`));
  for (const answer of answers) answer.catch(() => {});
  const refused: number[] = [];
  for (const answer of answers) answer.then((status) => refused.push(status)).catch(() => {});
  await until(() => refused.length === 32, 'all but eight are refused');
  expect(new Set(refused)).toEqual(new Set([503]));
  const begin = () =>
    publishRequest(describeRelease('games').release, { live: api.releases.games?.id });
  expect((await publishOver(api.url, known).say(begin())).status).toBe(503);
  expect((await publishOver(api.url, other).say(begin())).status).toBe(201);
  for (const wire of slow) wire.close();
  const isTaken = async () => (await publishOver(api.url, known).say(begin())).status === 201;
  await until(isTaken, 'the places are free again');
});

test('a key may send eight contents at a time', async () => {
  const api = await startSmallApi({ RATE_LIMIT: 'off' });
  const team = await addTeam(api.store, ['games']);
  const over = publishOver(api.url, team);
  const { release } = describeRelease('games');
  const { says } = await over.say(publishRequest(release, { live: api.releases.games?.id }));
  const [{ hash, bytes }] = says.missing;
  const head = `PUT /api/publishing/${says.upload}/${hash} HTTP/1.1\r\nHost: x`;
  const slow = await Promise.all(Array.from({ length: 20 }, () => openRawConnection(api.port)));
  const refused: number[] = [];
  for (const wire of slow) {
    const answer = wire.ask(`${head}\r\nContent-Length: ${bytes}\r\n\r\nx`);
    answer.then((status) => refused.push(status)).catch(() => {});
  }
  await until(() => refused.length === 12, 'all but eight are refused');
  expect(new Set(refused)).toEqual(new Set([503]));
  for (const wire of slow) wire.close();
  const isTaken = async () => (await over.put(says.upload, hash, Buffer.of())).status === 422;
  await until(isTaken, 'the places are free again');
});
