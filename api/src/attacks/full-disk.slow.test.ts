import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message-rules.ts';
import { findFaults } from '@portfolio/releases/live/follow-live-releases.ts';
import { listReleases } from '@portfolio/releases/store/store.ts';
import { inventMessage, isMarked, writeTo } from '@portfolio/test-support/senders.ts';
import { mountSmallDisk, type SmallDisk } from '@portfolio/test-support/small-disk.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startApi, startSmallApi } from '@portfolio/test-support/start-api.ts';
import { addTeam, archiveOf } from '@portfolio/test-support/team.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';

const test = testWith('mounts');
let disk: SmallDisk;
beforeAll(() => {
  disk = mountSmallDisk();
});

/** Big enough to fill the rest of SQLite's log file soon. */
const long = (word: string) => ({
  ...inventMessage(word),
  message: `${word} ${'x'.repeat(messageLimits.message - 1000)}`,
});

test('on a full disk messages are delivered at once or refused, and are stored again once there is room', async () => {
  const mailServer = await startSmtpServer();
  const environment = { DATA_DIR: disk.folder, SMTP_URL: mailServer.url, RATE_LIMIT: 'off' };
  let site = await startApi(environment);
  const arrived = (word: string) =>
    mailServer.mails.filter(({ raw }) => raw.includes(`${word} x`)).length;
  const send = async (word: string) => {
    const response = await writeTo(site.url, long(word));
    return response.status === 200 ? ((await response.json()) as boolean) : response.status;
  };
  const words = (start: string) => Array.from({ length: 40 }, (_, index) => `${start}${index}`);

  expect(await send('before')).toBe(true);
  disk.fill();

  const full = words('full');
  for (const word of full) expect(await send(word)).toBe(true);
  expect(full.map(arrived)).toEqual(full.map(() => 1));

  mailServer.behaviour = 451;
  const noMail = words('nomail');
  const answers: (boolean | number)[] = [];
  for (const word of noMail) answers.push(await send(word));
  expect(answers).toContain(503);
  expect(answers.filter((answer) => answer !== 503 && answer !== false)).toEqual([]);

  await site.stop();
  site = await startApi(environment);
  mailServer.behaviour = 'accept';
  expect(await send('restarted')).toBe(true);

  disk.empty();
  mailServer.behaviour = 451;
  let again = 0;
  await until(async () => {
    again += 1;
    return (await send(`again${again}`)) === false;
  }, 'it stores again');
  mailServer.behaviour = 'accept';
  await until(() => isMarked(site), 'all are sent and marked');
  const promised = noMail.filter((_, index) => answers[index] === false);
  const kept = [...promised, `again${again}`, ...full, 'before', 'restarted'];
  expect(kept.map(arrived)).toEqual(kept.map(() => 1));
  await site.stop();

  const database = new DatabaseSync(path.join(environment.DATA_DIR, 'outbox.sqlite'));
  const { integrity_check: found } = database.prepare('PRAGMA integrity_check').get() ?? {};
  expect(found).toBe('ok');
  database.close();
});

test('a full disk refuses publishing with 507 until there is room', async () => {
  const site = await startSmallApi({ DATA_DIR: path.join(disk.folder, 'publishing') });
  const { ask } = await addTeam(site.store, ['games']);
  const live = await listReleases(site.store, 'games');
  const film = Buffer.alloc(300_000, 'x');
  const archive = await archiveOf('games', { ...sectionFiles('games', 'Full'), 'film.mp4': film });
  const publish = () => ask('PUT', `${site.url}/api/releases/games`, archive);
  disk.fill();
  expect(await publish()).toMatchObject({ status: 507 });
  expect(await listReleases(site.store, 'games')).toEqual(live);
  expect(await findFaults(site.store)).toEqual([]);
  disk.empty();
  expect(await publish()).toMatchObject({ status: 200 });
  await site.stop();
});
