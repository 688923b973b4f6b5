import { execFileSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readKeys } from '@portfolio/releases/access/index.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { storeIn } from '@portfolio/releases/store/store.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { backUp, canBackUp, copiesIn } from '@portfolio/test-support/back-up.ts';
import { inventMessage, writeTo } from '@portfolio/test-support/contact/write-to.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { addTeam } from '@portfolio/test-support/statements.ts';
import { until } from '@portfolio/test-support/until.ts';

const tried = canBackUp ? test : test.skip;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

tried('a copy made while messages arrive is a whole site, and loses none of them', async () => {
  const dataDir = path.join(folder, 'busy');
  const backupDir = path.join(folder, 'busy-backups');
  await laySmallSite(storeIn(dataDir));
  const open = (folder: string) => openStore({ DATA_DIR: folder }, { info() {}, error() {} });
  const store = await open(dataDir);
  const { id } = await addTeam(store, ['home']);
  await store.close();
  const nobody = { SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT: 'off', LOG_LEVEL: 'info' };
  const site = await startApiProcess({ ...nobody, DATA_DIR: dataDir });
  const url = `http://127.0.0.1:${await site.port}`;

  const kept: string[] = [];
  let isOver = false;
  const sender = async (who: number) => {
    for (let count = 0; !isOver; count++) {
      const word = `w${who}x${count}y`;
      const response = await writeTo(url, inventMessage(word));
      if (response.ok) kept.push(word);
    }
  };
  const senders = [sender(1), sender(2), sender(3)];
  await until(() => kept.length > 20, 'messages are kept');
  const keptBefore = [...kept];
  const { code, said } = await backUp({ DATA_DIR: dataDir, BACKUP_DIR: backupDir });
  isOver = true;
  await Promise.all(senders);
  site.kill('SIGTERM');
  await site.ended;
  expect(said).toMatch(/^Backed up to .*busy-backups\/20\S+Z$/);
  expect(code).toBe(0);

  const [copy = ''] = await copiesIn(backupDir);
  const copied = await readdir(path.join(backupDir, copy));
  expect(copied.sort()).toEqual(['ledger.sqlite', 'outbox.sqlite', 'releases']);
  const restored = path.join(folder, 'restored');
  await cp(path.join(backupDir, copy), restored, { recursive: true });
  const ledger = await open(restored);
  expect(await readKeys(ledger)).toMatchObject([{ id }]);
  await ledger.close();
  const mailServer = await startSmtpServer();
  const again = await startApiProcess({ ...nobody, SMTP_URL: mailServer.url, DATA_DIR: restored });
  const restoredUrl = `http://127.0.0.1:${await again.port}`;
  expect((await fetch(`${restoredUrl}/home`)).status).toBe(200);
  const arrived = () => mailServer.mails.map(({ raw }) => raw).join('');
  await until(
    () => keptBefore.every((word) => arrived().includes(`${word}.`)),
    'every message from before the copy arrives',
  );
  again.kill('SIGTERM');
  await again.ended;
  await mailServer.stop();
});

tried('unchanged releases are linked, and the newest copies are kept', async () => {
  const dataDir = path.join(folder, 'calm');
  const backupDir = path.join(folder, 'calm-backups');
  const environment = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, KEEP: '2' };
  const { home } = await laySmallSite(storeIn(dataDir));
  for (let count = 0; count < 2; count++)
    expect(await backUp(environment)).toMatchObject({ code: 0 });
  const first = await copiesIn(backupDir);
  expect(first).toHaveLength(2);
  const unchanged = `releases/home/${home?.id}/release.json`;
  const [a, b] = first.map((copy) => statSync(path.join(backupDir, copy, unchanged)));
  expect(a?.ino).toBe(b?.ino);

  await layRelease(storeIn(dataDir), 'home', sectionFiles('home', 'New'));
  await backUp(environment);
  const then = await copiesIn(backupDir);
  expect(then).toHaveLength(2);
  expect(then[0]).toBe(first[1]);
  const pointers = then.map((copy) =>
    statSync(path.join(backupDir, copy, 'releases/home/live.json')),
  );
  expect(pointers[0]?.ino).not.toBe(pointers[1]?.ino);
});

tried('wrong use is answered with what to do, and leaves no backup', async () => {
  const dataDir = path.join(folder, 'none');
  const backupDir = path.join(folder, 'none-backups');
  const say = async (environment: Record<string, string>) => {
    const { code, said } = await backUp(environment);
    expect(code).toBe(1);
    return said;
  };
  expect(await say({})).toContain('DATA_DIR=/var/lib/portfolio');
  expect(await say({ DATA_DIR: dataDir })).toContain('BACKUP_DIR=/var/backups/portfolio');
  expect(await say({ DATA_DIR: dataDir, BACKUP_DIR: backupDir })).toMatch(/There is no folder/);
  expect(await say({ DATA_DIR: dataDir, BACKUP_DIR: backupDir, KEEP: '0' })).toMatch(
    /KEEP has to be/,
  );
  expect(existsSync(backupDir)).toBe(false);
});

tried('what lies in one section costs the others nothing of their backup', async () => {
  const dataDir = path.join(folder, 'strange');
  const backupDir = path.join(folder, 'strange-backups');
  await laySmallSite(storeIn(dataDir));
  const section = path.join(dataDir, 'releases/games');
  symlinkSync('/etc/passwd', path.join(section, 'link'));
  execFileSync('mkfifo', [path.join(section, 'fifo')]);
  await writeFile(path.join(section, 'huge'), '');
  truncateSync(path.join(section, 'huge'), 2 ** 40);
  // Who is no root cannot read it.
  await writeFile(path.join(section, 'closed'), 'x', { mode: 0o000 });

  const { code, said } = await backUp({ DATA_DIR: dataDir, BACKUP_DIR: backupDir });
  expect(said).toContain('Backed up to');
  expect(code).toBe(0);
  const [copy = ''] = await copiesIn(backupDir);
  const there = await readdir(path.join(backupDir, copy, 'releases/games'));
  for (const strange of ['link', 'fifo', 'huge']) expect(there).not.toContain(strange);
  expect(await readdir(path.join(backupDir, copy, 'releases'))).toEqual(
    expect.arrayContaining(['home', 'shell']),
  );
});
