import { afterAll, expect, test } from '@jest/globals';
import { prepareMailedSites, send } from '@portfolio/test-support/contact/mailed-sites.ts';
import { startDatabases } from '@portfolio/test-support/databases.ts';
import { quickTimings } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';
import { smtpConnections } from './send/transport.ts';

const databases = await startDatabases();
afterAll(() => databases.stop());
const mailedSites = prepareMailedSites();

test.each(databases.kinds)('$name: what waits is sent after a restart', async (kind) => {
  const { mailServer, start, arrived } = await mailedSites();
  mailServer.behaviour = 451;
  const environment = await kind.prepare();
  const site = await start(environment);
  expect(await send(site, 'later')).toEqual({ status: 200, body: false });
  await site.stop();
  mailServer.behaviour = 'accept';
  await start(environment);
  await until(() => arrived('later') === 1, 'the mail arrives');
});

test.each(databases.kinds)(
  '$name: the same message is one mail, and answered like the first',
  async (kind) => {
    const { mailServer, start, arrived } = await mailedSites();
    mailServer.behaviour = 451;
    const site = await start(await kind.prepare(), {
      ...quickTimings,
      firstPause: 60_000,
      longestPause: 60_000,
    });
    const impatient = await Promise.all([
      send(site, 'twice'),
      send(site, 'twice'),
      send(site, 'twice'),
    ]);
    expect(impatient.map(({ body }) => body)).toEqual([false, false, false]);
    mailServer.behaviour = 'accept';
    expect((await send(site, 'twice')).body).toBe(false);
    expect((await site.health()).waiting).toBe(1);

    expect((await send(site, 'once')).body).toBe(true);
    expect((await send(site, 'once')).body).toBe(true);
    expect(arrived('once')).toBe(1);
  },
);

test.each(databases.kinds)(
  '$name: many at once all arrive once, over a few connections',
  async (kind) => {
    const { mailServer, start, arrived } = await mailedSites();
    const site = await start(await kind.prepare());
    const words = Array.from({ length: 60 }, (_, index) => `many-${index}-`);
    const answers = await Promise.all(words.map((word) => send(site, word)));
    expect(answers.map(({ body }) => body)).toEqual(words.map(() => true));
    expect(words.map(arrived)).toEqual(words.map(() => 1));
    expect(mailServer.mostConnections).toBeLessThanOrEqual(smtpConnections);
  },
);

test.each(databases.kinds)('$name: closing finishes the mail in flight', async (kind) => {
  const { mailServer, start, arrived } = await mailedSites();
  mailServer.behaviour = 'slow';
  const environment = await kind.prepare();
  const site = await start(environment);
  const answer = send(site, 'flight');
  await until(async () => (await site.health()).underway === 1, 'the mail is underway');
  await site.stop();
  expect((await answer).body).toBe(true);
  const again = await start(environment);
  await until(async () => (await again.health()).store === 'ok', 'it runs');
  expect(await again.health()).toMatchObject({ waiting: 0, unmarked: 0 });
  expect(arrived('flight')).toBe(1);
});
