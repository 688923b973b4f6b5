import { afterAll, expect, test } from '@jest/globals';
import { prepareMailedSites, send } from '@portfolio/test-support/contact/mailed-sites.ts';
import { startDatabases } from '@portfolio/test-support/databases.ts';
import { quickTimings } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';

const databases = await startDatabases();
afterAll(() => databases.stop());
const mailedSites = prepareMailedSites();

test.each(databases.kinds)(
  '$name: a message the mail server takes is answered with true',
  async (kind) => {
    const { start, arrived } = await mailedSites();
    const site = await start(await kind.prepare());
    expect(await send(site, 'red')).toEqual({ status: 200, body: true });
    expect(arrived('red')).toBe(1);
    await until(async () => {
      const { waiting, unmarked } = await site.health();
      return waiting + unmarked === 0;
    }, 'it is marked');
    expect(await site.health()).toMatchObject({
      store: 'ok',
      transport: 'smtp',
      waiting: 0,
      refused: 0,
      oldestWaitingSeconds: null,
      lastRefusal: null,
    });
  },
);

test.each(databases.kinds)(
  '$name: a greylisted message is answered with false and sent later',
  async (kind) => {
    const { mailServer, start, arrived } = await mailedSites();
    mailServer.behaviour = 451;
    const site = await start(await kind.prepare());
    expect(await send(site, 'grey')).toEqual({ status: 200, body: false });
    expect(await site.health()).toMatchObject({
      waiting: 1,
      oldestWaitingSeconds: expect.any(Number),
    });
    mailServer.behaviour = 'accept';
    await until(() => arrived('grey') === 1, 'the mail arrives');
    await until(async () => (await site.health()).waiting === 0, 'it is marked');
  },
);

test.each(databases.kinds)(
  '$name: a refused message is kept, shown, and sent when the set-up is repaired',
  async (kind) => {
    const { mailServer, start, arrived } = await mailedSites();
    mailServer.behaviour = 550;
    const site = await start(await kind.prepare());
    expect(await send(site, 'no')).toEqual({ status: 200, body: false });
    expect(await site.health()).toMatchObject({
      waiting: 0,
      refused: 1,
      // The server's words are the owner's, and health is shown to anybody.
      lastRefusal: '550',
    });
    mailServer.behaviour = 'accept';
    await until(() => arrived('no') === 1, 'the mail arrives');
    await until(async () => (await site.health()).refused === 0, 'it is marked');
  },
);

test.each(databases.kinds)(
  '$name: a server that drops the connection in DATA gets the mail again',
  async (kind) => {
    const { mailServer, start, arrived } = await mailedSites();
    let mails = 0;
    mailServer.behaviour = () => (mails++ === 0 ? 'drop in DATA' : 'accept');
    const site = await start(await kind.prepare());
    expect(await send(site, 'cut')).toEqual({ status: 200, body: false });
    await until(() => arrived('cut') === 1, 'the mail arrives');
  },
);

test.each(databases.kinds)(
  '$name: a copy sent because the 250 was lost has the same Message-ID',
  async (kind) => {
    const { mailServer, start, arrived } = await mailedSites();
    let mails = 0;
    mailServer.behaviour = () => (mails++ === 0 ? 'drop before 250' : 'accept');
    const site = await start(await kind.prepare());
    expect(await send(site, 'lost')).toEqual({ status: 200, body: false });
    await until(() => arrived('lost') === 2, 'the mail arrives again');
    expect(new Set(mailServer.mails.map(({ messageId }) => messageId)).size).toBe(1);
  },
);

test.each(databases.kinds)(
  '$name: a hanging server costs the visitor a bounded wait, and no mail',
  async (kind) => {
    const { mailServer, start, arrived } = await mailedSites();
    mailServer.behaviour = 'hang';
    const site = await start(await kind.prepare(), { ...quickTimings, attempt: 500 });
    expect(await send(site, 'hang')).toEqual({ status: 200, body: false });
    mailServer.behaviour = 'accept';
    await until(() => arrived('hang') === 1, 'the mail arrives');
  },
);
