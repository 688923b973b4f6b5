import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type ContactSite, startContactSite } from '../contact/peers/contact-site.ts';
import { quickPace } from '../contact/peers/quick-pace.ts';
import { inventMessage, writeTo } from '../contact/peers/write-to.ts';
import { type SmtpPeer, startSmtpPeer } from '../peers/smtp-peer.ts';
import { startStorePeers } from '../peers/store-peers.ts';
import { until } from '../peers/until.ts';

// Real peers on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(30_000);

const stores = await startStorePeers();
const storeKinds = stores.kinds;
afterAll(() => stores.stop());

let peer: SmtpPeer;
let sites: ContactSite[] = [];
beforeEach(async () => {
  peer = await startSmtpPeer();
});
afterEach(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  sites = [];
  await peer.stop();
});

async function start(environment: Record<string, string>, pace = quickPace) {
  const site = await startContactSite(
    { SMTP_URL: peer.url, RATE_LIMIT: 'off', ...environment },
    pace,
  );
  sites.push(site);
  return site;
}

async function send(site: ContactSite, word: string) {
  const response = await writeTo(site.url, inventMessage(word));
  return { status: response.status, body: await response.json() };
}

const arrived = (word: string) => peer.mails.filter(({ raw }) => raw.includes(word)).length;

test.each(storeKinds)(
  '$name: a message the mail server takes is answered with true',
  async (kind) => {
    const site = await start(await kind.prepare());
    expect(await send(site, 'red')).toEqual({ status: 200, body: true });
    expect(arrived('red')).toBe(1);
    await until(async () => (await site.health()).unmarked === 0, 'it is marked');
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

test.each(storeKinds)(
  '$name: a greylisted message is answered with false and sent later',
  async (kind) => {
    peer.behaviour = 451;
    const site = await start(await kind.prepare());
    expect(await send(site, 'grey')).toEqual({ status: 200, body: false });
    expect(await site.health()).toMatchObject({
      waiting: 1,
      oldestWaitingSeconds: expect.any(Number),
    });
    peer.behaviour = 'accept';
    await until(() => arrived('grey') === 1, 'the mail arrives');
    await until(async () => (await site.health()).waiting === 0, 'it is marked');
  },
);

test.each(storeKinds)(
  '$name: a refused message is kept, shown, and sent when the set-up is mended',
  async (kind) => {
    peer.behaviour = 550;
    const site = await start(await kind.prepare());
    expect(await send(site, 'no')).toEqual({ status: 200, body: false });
    expect(await site.health()).toMatchObject({
      waiting: 0,
      refused: 1,
      lastRefusal: expect.stringContaining('No such user'),
    });
    peer.behaviour = 'accept';
    await until(() => arrived('no') === 1, 'the mail arrives');
    await until(async () => (await site.health()).refused === 0, 'it is marked');
  },
);

test.each(storeKinds)(
  '$name: a server that drops the connection in DATA gets the mail again',
  async (kind) => {
    let mails = 0;
    peer.behaviour = () => (mails++ === 0 ? 'drop in DATA' : 'accept');
    const site = await start(await kind.prepare());
    expect(await send(site, 'cut')).toEqual({ status: 200, body: false });
    await until(() => arrived('cut') === 1, 'the mail arrives');
  },
);

test.each(storeKinds)(
  '$name: a copy sent because the 250 was lost has the same Message-ID',
  async (kind) => {
    let mails = 0;
    peer.behaviour = () => (mails++ === 0 ? 'drop before 250' : 'accept');
    const site = await start(await kind.prepare());
    expect(await send(site, 'lost')).toEqual({ status: 200, body: false });
    await until(() => arrived('lost') === 2, 'the mail arrives again');
    expect(new Set(peer.mails.map(({ messageId }) => messageId)).size).toBe(1);
  },
);

test.each(storeKinds)(
  '$name: a hanging server costs the visitor a bounded wait, and no mail',
  async (kind) => {
    peer.behaviour = 'hang';
    const site = await start(await kind.prepare(), { ...quickPace, attempt: 500 });
    expect(await send(site, 'hang')).toEqual({ status: 200, body: false });
    peer.behaviour = 'accept';
    await until(() => arrived('hang') === 1, 'the mail arrives');
  },
);

test.each(storeKinds)('$name: what waits is sent after a restart', async (kind) => {
  peer.behaviour = 451;
  const environment = await kind.prepare();
  const site = await start(environment);
  expect(await send(site, 'later')).toEqual({ status: 200, body: false });
  await site.stop();
  sites = [];
  peer.behaviour = 'accept';
  await start(environment);
  await until(() => arrived('later') === 1, 'the mail arrives');
});

test.each(storeKinds)(
  '$name: the same message is one mail, and answered like the first',
  async (kind) => {
    peer.behaviour = 451;
    const site = await start(await kind.prepare(), {
      ...quickPace,
      firstPause: 60_000,
      longestPause: 60_000,
    });
    const impatient = await Promise.all([
      send(site, 'twice'),
      send(site, 'twice'),
      send(site, 'twice'),
    ]);
    expect(impatient.map(({ body }) => body)).toEqual([false, false, false]);
    peer.behaviour = 'accept';
    expect((await send(site, 'twice')).body).toBe(false);
    expect((await site.health()).waiting).toBe(1);

    expect((await send(site, 'once')).body).toBe(true);
    expect((await send(site, 'once')).body).toBe(true);
    expect(arrived('once')).toBe(1);
  },
);

test.each(storeKinds)(
  '$name: many at once all arrive once, over a few connections',
  async (kind) => {
    const site = await start(await kind.prepare());
    const words = Array.from({ length: 60 }, (_, index) => `many-${index}-`);
    const answers = await Promise.all(words.map((word) => send(site, word)));
    expect(answers.map(({ body }) => body)).toEqual(words.map(() => true));
    expect(words.map(arrived)).toEqual(words.map(() => 1));
  },
);

test.each(storeKinds)('$name: closing finishes the mail in flight', async (kind) => {
  peer.behaviour = 'slow';
  const environment = await kind.prepare();
  const site = await start(environment);
  const answer = send(site, 'flight');
  await until(async () => (await site.health()).underway === 1, 'the mail is underway');
  await site.stop();
  sites = [];
  expect((await answer).body).toBe(true);
  const again = await start(environment);
  await until(async () => (await again.health()).store === 'ok', 'it runs');
  expect(await again.health()).toMatchObject({ waiting: 0, unmarked: 0 });
  expect(arrived('flight')).toBe(1);
});
