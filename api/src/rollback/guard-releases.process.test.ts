import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/move-live.ts';
import { listReleases } from '@portfolio/releases/store/list-releases.ts';
import { claimNotice } from '@portfolio/releases/store/visit-records.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { fromVisitorGroup, startGuardedSite } from '@portfolio/test-support/guarded-site.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { simpleParser } from 'mailparser';

const automatic = { AUTO_ROLLBACK: 'on' };

const read = async (raw: string) => {
  const { subject, text = '' } = await simpleParser(raw);
  return { subject, text };
};

test('a release that fails two visitor groups stays live, and the owner gets one mail', async () => {
  const site = await startGuardedSite();
  const bad = await site.addHome('Bad');
  await site.report(bad, 1);
  await site.report(bad, 1);
  await site.settled();
  expect(await site.mails()).toEqual([]);

  await site.report(bad, 2);
  await site.settled();
  for (let first = 3; first < 1000; first += 50)
    await Promise.all(Array.from({ length: 50 }, (_, next) => site.report(bad, first + next)));
  const { subject, text } = await read(await site.told());
  await site.settled();
  expect(await site.mails()).toHaveLength(1);
  expect(subject).toBe(`Website: home@${bad.id} fails visitors`);
  expect(text).toMatch(
    new RegExp(
      `By \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC home@${bad.id} failed 2 visitors and served 0 well`,
    ),
  );
  expect(text).toContain('They say of no error');
  expect(text).toContain(`To go back to home@${site.home.id}: npx portfolio rollback home`);
  expect(site.live('home')).toBe(bad.id);
  expect(await site.log()).toEqual([]);
});

test('the mail lists errors by class and position, and names the command for source lines', async () => {
  const site = await startGuardedSite();
  const bad = await site.addHome('Bad');
  const report = `TypeError /releases/home/${bad.id}/${bad.entry}:1:23`;
  for (const visitorGroup of [1, 2])
    await site.get(`/api/locales/en?failed=home@${bad.id}`, {
      ...fromVisitorGroup(visitorGroup),
      'Failed-With': report,
    });
  const { text } = await read(await site.told());
  expect(text).toContain(`  - TypeError\n      at home@${bad.id}/${bad.entry}:1:23\n`);
  expect(text).toContain('npx portfolio releases faults home');
});

test('if there is no release before, the mail says what else to do', async () => {
  const site = await startGuardedSite();
  await site.reportTwice(site.home);
  const { text } = await read(await site.told());
  expect(text).toContain('There is no release before it');
  expect(text).toContain('npx portfolio deploy home');
  expect(text).toContain('npx portfolio releases retire home');
  expect(text).not.toContain('npx portfolio rollback');
});

test('AUTO_ROLLBACK rolls a release back once, logs it and mails the owner', async () => {
  const site = await startGuardedSite(automatic);
  const bad = await site.addHome('Bad');
  await site.reportTwice(bad);
  const { subject, text } = await read(await site.told());
  expect(subject).toBe(`Website: home was rolled back to ${site.home.id}`);
  expect(text).toContain(`npx portfolio rollback home ${bad.id}`);
  expect(site.live('home')).toBe(site.home.id);
  const rows = await listReleases(site.store, 'home');
  expect(rows.find(({ id }) => id === bad.id)).toMatchObject({ is: 'rolled back', failed: 2 });
  expect((await site.get('/home')).body).toContain('<title>Home en');
  expect(await site.log()).toEqual([
    expect.objectContaining({
      key: 'site',
      did: 'roll back',
      section: 'home',
      from: bad.id,
      to: site.home.id,
      reason: 'failed 2 visitors and served 0 well',
    }),
  ]);

  // The owner makes the release live again.
  await rollBack(site.store, 'home', bad.id);
  await until(async () => (await site.get('/home')).body.includes(bad.id), 'it is live');
  for (const visitorGroup of [3, 4, 5]) await site.report(bad, visitorGroup);
  await site.settled();
  expect(site.live('home')).toBe(bad.id);
  expect(await site.mails()).toHaveLength(1);
});

test('a shell is rolled back as a section is', async () => {
  const site = await startGuardedSite(automatic);
  const shell = await site.addShell();
  await site.reportTwice(shell);
  expect((await read(await site.told())).subject).toMatch(/^Website: shell was rolled back/);
  expect(site.live('shell')).toBe(site.releases.shell?.id);
});

test('AUTO_ROLLBACK never rolls back to a shell that a live section cannot run with, and the mail says why', async () => {
  const site = await startGuardedSite(automatic);
  const shell = await site.addShell({ provides: { react: '20.0.0' } });
  await site.addHome('Modern', { requires: { react: '^20.0.0' } });
  await site.reportTwice(shell);
  const { subject, text } = await read(await site.told());
  expect(subject).toBe(`Website: shell@${shell.id} fails visitors`);
  expect(text).toContain('It could not be rolled back: ');
  expect(text).toContain('home requires react, which');
  expect(text).toContain('npx portfolio deploy shell');
  expect(site.live('shell')).toBe(shell.id);
});

test('after a roll-back the release before stays live until the next deploy', async () => {
  const site = await startGuardedSite(automatic);
  const second = await site.addHome('Second');
  const third = await site.addHome('Third');
  await site.reportTwice(third);
  await site.told();
  expect(site.live('home')).toBe(second.id);

  await site.get('/home');
  for (const visitorGroup of [1, 2, 3]) await site.report(second, visitorGroup);
  await site.settled();
  expect(site.live('home')).toBe(second.id);
  expect(await site.mails()).toHaveLength(1);

  const next = await site.addHome('Next');
  await site.reportTwice(next);
  await until(async () => (await site.mails()).length === 2, 'the owner is told of the next one');
});

test('a bad release is rolled back even if the outbox is down', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'outbox.sqlite'));
  const site = await startGuardedSite({ ...automatic, DATA_DIR: folder });
  expect((await site.health()).store).toBe('down');
  await writeFile(path.join(site.dataDir, 'mail'), 'a file is in the way');
  const bad = await site.addHome('Bad');
  await site.reportTwice(bad);
  await until(() => site.live('home') === site.home.id, 'it is rolled back');
  await site.settled();
  expect(await claimNotice(site.store, bad)).toBe(false);
});

test('a mail that could not be sent is sent at the next failure', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'outbox.sqlite'));
  const site = await startGuardedSite({ DATA_DIR: folder });
  await writeFile(path.join(site.dataDir, 'mail'), 'a file is in the way');
  const bad = await site.addHome('Bad');
  await site.reportTwice(bad);
  await site.settled();
  expect(await claimNotice(site.store, bad)).toBe(true);
});

test('only one of several processes on one store rolls back and mails the owner', async () => {
  const site = await startGuardedSite();
  const env = { ...automatic, DATA_DIR: site.dataDir, TRUST_PROXY: '1' };
  const processes = [await startApiProcess(env), await startApiProcess(env)];
  const ports = await Promise.all(processes.map(({ port }) => port));
  const bad = await site.addHome('Bad');
  const report = (port: number, visitorGroup: number) =>
    fetch(`http://127.0.0.1:${port}/api/locales/en?failed=home@${bad.id}`, {
      headers: fromVisitorGroup(visitorGroup),
    });
  // Each process has seen one visitor group.
  for (const [visitorGroup, port] of ports.entries()) await report(port, visitorGroup);
  await Promise.all(
    Array.from({ length: 20 }, (_, visitorGroup) =>
      report(ports[visitorGroup % 2] ?? 0, visitorGroup),
    ),
  );
  await site.told();
  await Promise.all(processes.map(({ stop }) => stop('SIGTERM')));
  expect(site.live('home')).toBe(site.home.id);
  expect(await site.mails()).toHaveLength(1);
  expect(await site.log()).toHaveLength(1);
});
