import { expect, test } from '@jest/globals';
import { tableOfReleases } from '@portfolio/releases/store/list-releases.ts';
import { startGuardedSite } from '@portfolio/test-support/guarded-site.ts';
import { until } from '@portfolio/test-support/until.ts';
import { simpleParser } from 'mailparser';

const read = async (raw: string) => {
  const { subject, text = '' } = await simpleParser(raw);
  return { subject, text };
};

test('a release whose files are broken, and that failed two households, is rolled back, marked, written down and told', async () => {
  const site = await startGuardedSite();
  const bad = await site.layHome('Bad');
  await site.spoil(bad);
  await site.report(bad, 1);
  await site.report(bad, 1);
  await site.settled();
  expect(await site.live('home')).toBe(bad.id);

  await site.report(bad, 2);
  const { subject, text } = await read(await site.told());
  expect(subject).toBe(`home was rolled back to ${site.home.id}`);
  expect(text).toContain(`home@${bad.id} failed 2 visitors and served 0 well`);
  expect(text).toContain(`${bad.entry} is missing`);
  expect(text).toMatch(/On \d{4}-\d\d-\d\d at \d\d:\d\d:\d\d UTC/);

  expect(await site.live('home')).toBe(site.home.id);
  const rows = await tableOfReleases(site.store);
  expect(rows.find(({ id }) => id === bad.id)).toMatchObject({ is: 'rolled back', failed: 2 });
  expect((await site.get('/home')).body).toContain('<title>Home en');
  expect(await site.log()).toEqual([
    expect.objectContaining({
      key: 'site',
      did: 'roll back',
      outcome: 'done',
      section: 'home',
      from: bad.id,
      to: site.home.id,
      reason: expect.stringMatching(/^failed 2 visitors and served 0 well: .* is missing$/),
    }),
  ]);
});

test('a thousand forged reports leave a good release where it is: one look, one mail', async () => {
  const site = await startGuardedSite();
  const good = await site.layHome('Good');
  for (let first = 0; first < 1000; first += 50)
    await Promise.all(Array.from({ length: 50 }, (_, next) => site.report(good, first + next)));
  const { subject, text } = await read(await site.told());
  await site.settled();
  expect(subject).toBe(`Visitors say that home@${good.id} fails`);
  expect(text).toContain('its files are whole, and no browser looked at it: there is none here.');
  expect(text).toContain('nothing was changed');

  expect(await site.live('home')).toBe(good.id);
  expect(await site.mails()).toHaveLength(1);
  expect(await site.log()).toEqual([]);
});

test('a shell is rolled back as a section is', async () => {
  const site = await startGuardedSite();
  const shell = await site.layShell();
  await site.spoil(shell);
  await site.reportTwice(shell);
  expect((await read(await site.told())).subject).toMatch(/^shell was rolled back/);
  expect(await site.live('shell')).toBe(site.releases.shell?.id);
});

test('a shell is not rolled back to one that a live section cannot run with', async () => {
  const site = await startGuardedSite();
  const shell = await site.layShell({ provides: { react: '20.0.0' } });
  await site.layHome('Modern', { requires: { react: '^20.0.0' } });
  await site.spoil(shell);
  await site.reportTwice(shell);
  const { subject, text } = await read(await site.told());
  expect(subject).toBe(`shell@${shell.id} fails, and is still live`);
  expect(text).toContain('the shell before does not provide react ^20.0.0 to home');
  expect(await site.live('shell')).toBe(shell.id);
});

test('nobody is sent to a release before that is broken itself', async () => {
  const site = await startGuardedSite();
  const worse = await site.layHome('Worse');
  for (const release of [site.home, worse]) await site.spoil(release);
  await site.reportTwice(worse);
  const { subject, text } = await read(await site.told());
  expect(subject).toBe(`home@${worse.id} fails, and is still live`);
  expect(text).toMatch(/It was not rolled back: of the release before, .* is missing\./);
  expect(await site.live('home')).toBe(worse.id);
});

test('never twice in a row: what was gone back to stays until the next deploy', async () => {
  const site = await startGuardedSite();
  const second = await site.layHome('Second');
  const third = await site.layHome('Third');
  await site.spoil(third);
  await site.reportTwice(third);
  await site.told();
  expect(await site.live('home')).toBe(second.id);

  await site.spoil(second);
  await site.get('/home');
  for (const household of [1, 2, 3]) await site.report(second, household);
  await site.settled();
  expect(await site.live('home')).toBe(second.id);
  expect(await site.mails()).toHaveLength(1);

  const next = await site.layHome('Next');
  await site.reportTwice(next);
  await until(async () => (await site.mails()).length === 2, 'the next one is looked at');
});
