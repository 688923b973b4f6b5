import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { beginLook } from '@portfolio/releases/ledger/visits.ts';
import { rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { fromHousehold, startGuardedSite } from '@portfolio/test-support/guarded-site.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { createLog } from '../log.ts';
import { actOnVerdict, NotLiveError } from './guard-releases.ts';

const secrets = ['SMTP_URL', 'DATABASE_URL', 'PORTFOLIO_KEY'];
afterEach(() => {
  for (const name of secrets) delete process.env[name];
});

test('an outbox that takes nothing, and a log that cannot be written, keep nobody on a bad release, and it is not looked at again', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'outbox.sqlite'));
  const site = await startGuardedSite({ DATA_DIR: folder });
  expect((await site.health()).store).toBe('down');
  await writeFile(path.join(site.dataDir, 'mail'), 'a file is in the way');
  await site.store.ledger?.run('ALTER TABLE audit_log RENAME TO away');
  const bad = await site.layHome('Bad');
  await site.spoil(bad);
  await site.reportTwice(bad);
  await until(async () => (await site.live('home')) === site.home.id, 'it is rolled back');
  await site.settled();
  expect(await beginLook(site.store, bad)).toBe(false);
});

test('who opens pages is given neither passwords nor keys', async () => {
  const site = await startGuardedSite();
  const said = path.join(site.dataDir, 'environment');
  await site.nameBrowser(`env > ${said}\nexit 1`);
  for (const name of secrets) process.env[name] = 'https://user:secret@example.org';
  const second = await site.layHome('Second');
  await site.reportTwice(second);
  expect(await site.told()).toContain('no browser looked at it');
  const environment = await readFile(said, 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('secret');
});

test('what the owner rolled back meanwhile is left at that, without a word', async () => {
  const site = await startGuardedSite();
  const [started, go] = ['started', 'go'].map((name) => path.join(site.dataDir, name));
  await site.nameBrowser(`touch ${started}\nwhile [ ! -e ${go} ]; do sleep 0.05; done\nexit 1`);
  await site.layHome('Second');
  const third = await site.layHome('Third');
  await site.reportTwice(third);
  const isThere = () => stat(String(started)).then(Boolean, () => false);
  await until(isThere, 'a browser is started');
  await rollBack(site.store, 'home', site.home.id);
  await writeFile(String(go), '');
  await site.settled();
  expect(await site.mails()).toEqual([]);
  expect(await site.live('home')).toBe(site.home.id);
});

test('a look that is under way ends with the server, its browser too', async () => {
  const site = await startGuardedSite();
  const started = path.join(site.dataDir, 'started');
  // A browser ends when its line to whoever started it does.
  await site.nameBrowser(`echo $$ > ${started}\nexec cat <&3`);
  const second = await site.layHome('Second');
  await site.reportTwice(second);
  const pid = async () => Number(await readFile(started, 'utf8').catch(() => ''));
  await until(async () => (await pid()) > 0, 'a browser is started');
  const browser = await pid();
  await site.stop();
  await until(() => !isRunning(browser), 'the browser has ended');
});

test('what went live in the last moment is not rolled back', async () => {
  const site = await startGuardedSite();
  const second = await site.layHome('Second');
  const third = await site.layHome('Third');
  const told: string[] = [];
  const means = {
    store: site.store,
    log: createLog('silent'),
    notify: async (subject: string) => told.push(subject),
  };
  const verdict = { faults: ['no'], before: site.home.id };
  const acting = actOnVerdict(means, second, { failed: 2, well: 0 }, verdict);
  await expect(acting).rejects.toThrow(NotLiveError);
  expect(told).toEqual([]);
  expect(await site.live('home')).toBe(third.id);
});

test('of several processes on one store one rolls back and tells', async () => {
  const site = await startGuardedSite({ AUTO_ROLLBACK: 'off' });
  const env = { DATA_DIR: site.dataDir, TRUST_PROXY: '1', PLAYWRIGHT_CHROMIUM: '/nowhere' };
  const processes = [await startApiProcess(env), await startApiProcess(env)];
  const ports = await Promise.all(processes.map(({ port }) => port));
  const bad = await site.layHome('Bad');
  await site.spoil(bad);
  const report = (port: number, household: number) =>
    fetch(`http://127.0.0.1:${port}/api/locales/en?failed=home@${bad.id}`, {
      headers: fromHousehold(household),
    });
  // Each of them knows of one household.
  for (const [household, port] of ports.entries()) await report(port, household);
  await Promise.all(
    Array.from({ length: 20 }, (_, household) => report(ports[household % 2] ?? 0, household)),
  );
  await site.told();
  await Promise.all(processes.map(({ stop }) => stop('SIGTERM')));
  expect(await site.live('home')).toBe(site.home.id);
  expect(await site.mails()).toHaveLength(1);
  expect(await site.log()).toHaveLength(1);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
