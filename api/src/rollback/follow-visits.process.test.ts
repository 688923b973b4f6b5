import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { readFailures, visitorGroupOf } from '@portfolio/releases/store/visit-records.ts';
import {
  fromVisitorGroup,
  type GuardedSite,
  startGuardedSite,
} from '@portfolio/test-support/guarded-site.ts';
import { isSettled, isSuspicious } from './follow-visits.ts';

/** The recorded visits of a visitor group, such as `home opened`. */
async function notedOf({ store, settled }: GuardedSite, visitorGroup: number): Promise<string[]> {
  await settled();
  type Row = { name: string; id: string; visitor_group: string; step: string };
  const rows = await store.facts.run<Row>('SELECT name, id, visitor_group, step FROM visits');
  const address = fromVisitorGroup(visitorGroup)['X-Forwarded-For'];
  const own = rows.filter(
    ({ name, id, visitor_group: group }) => group === visitorGroupOf({ name, id }, address),
  );
  return own.map(({ name, step }) => `${name} ${step}`).sort();
}

test('a visitor group is recorded once for documents and once for texts of live releases', async () => {
  const site = await startGuardedSite();
  for (const address of ['/home', '/home', '/api/locales/en', '/api/locales/de'])
    await site.get(address, fromVisitorGroup(2));
  expect(await notedOf(site, 2)).toEqual([
    'games read',
    'home opened',
    'home read',
    'shell opened',
    'shell read',
  ]);
  for (const _turn of [1, 2]) await site.report(site.home, 3);
  expect(await notedOf(site, 3)).toEqual(['home failed']);
});

test('a visit whose document comes from the cache is recorded too', async () => {
  const site = await startGuardedSite();
  for (let visitorGroup = 1; visitorGroup <= 20; visitorGroup += 1) {
    await site.get('/home', fromVisitorGroup(visitorGroup));
    // The API caches documents in spare time.
    await sleep(50);
    expect(await notedOf(site, visitorGroup)).toEqual(['home opened', 'shell opened']);
  }
});

test('previews, failed or unknown pages and HEAD are not recorded as visits', async () => {
  const site = await startGuardedSite();
  const { shell } = site.releases;
  const second = await site.addHome('Second');
  for (const address of [
    `/home?preview=home@${second.id}`,
    `/home?preview=home@${site.home.id}`,
    `/home?without=shell@${shell?.id}`,
    `/api/locales/en?releases=home@${site.home.id}`,
    `/api/locales/en?failed=home@${site.home.id}`,
    '/nowhere',
    '/robots.txt',
  ])
    await site.get(address, fromVisitorGroup(1));
  await site.ask('HEAD', '/home', fromVisitorGroup(1));
  await site.ask('HEAD', '/api/locales/en', fromVisitorGroup(1));
  expect(await notedOf(site, 1)).toEqual(['home failed elsewhere']);
});

test('failures in previews, in pages of another set and of releases that are not live roll nothing back', async () => {
  const site = await startGuardedSite({ AUTO_ROLLBACK: 'on' });
  const before = site.releases.shell;
  const second = await site.addHome('Second');
  const shell = await site.addShell();
  for (const visitorGroup of [1, 2, 3]) {
    await site.report(site.home, visitorGroup);
    // One page has the shell before, the other is a preview of another section.
    await site.report(second, visitorGroup, `home@${site.home.id},shell@${before?.id}`);
    await site.report(second, visitorGroup, `games@0123456789ab,home@${site.home.id}`);
    await site.get(
      `/home?preview=home@${second.id}&without=shell@${shell.id}`,
      fromVisitorGroup(visitorGroup),
    );
  }
  await site.settled();
  expect(site.live('home')).toBe(second.id);
  expect(site.live('shell')).toBe(shell.id);
  // Apart from the failed release, this page has what is live.
  for (const visitorGroup of [1, 2])
    await site.report(second, visitorGroup, `home@${site.home.id},shell@${shell.id}`);
  await site.settled();
  expect(site.live('home')).toBe(site.home.id);
});

test('a failure counts once for each visitor group, whether the release is live or a preview', async () => {
  const site = await startGuardedSite();
  const second = await site.addHome('Second');
  await site.report(site.home, 1);
  await site.report(second, 1, `shell@ffffffffffff`);
  await Promise.all([site.report(second, 1), site.report(second, 1), site.report(second, 2)]);
  await site.report({ ...second, id: 'ffffffffffff' }, 1);
  await site.settled();
  expect(await readFailures(site.store)).toEqual(
    new Map([
      [`home@${site.home.id}`, 1],
      [`home@${second.id}`, 2],
    ]),
  );
});

test('the addresses of one visitor group count as one visitor', async () => {
  const site = await startGuardedSite();
  for (const address of ['2001:db8:1:100::1', '2001:db8:1:1ff::1', '2001:db8:1:200::1'])
    await site.get(`/api/locales/en?failed=home@${site.home.id}`, { 'X-Forwarded-For': address });
  await site.settled();
  expect((await readFailures(site.store)).get(`home@${site.home.id}`)).toBe(2);
});

test.each([
  [1, 0, false],
  [2, 0, true],
  [2, 12, true],
  [2, 13, false],
  [3, 13, true],
  [3, 29, true],
  [3, 30, false],
  [1000, 30, false],
])(
  '%i failures beside %i visitor groups served well: the owner is told is %s',
  (failed, well, isTold) => {
    expect(isSuspicious({ failed, well })).toBe(isTold);
  },
);

test('a release that cannot become suspicious any more is settled', () => {
  expect(isSettled({ failed: 0, well: 29 })).toBe(false);
  expect(isSettled({ failed: 0, well: 30 })).toBe(true);
  expect(isSuspicious({ failed: 1_000_000, well: 30 })).toBe(false);
});
