import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { cp, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readKeys } from '@portfolio/releases/access/index.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { storeIn } from '@portfolio/releases/store/store.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { postgresFolder, startPostgres } from '@portfolio/test-support/postgres.ts';
import { inventMessage, writeTo } from '@portfolio/test-support/senders.ts';
import { laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { addTeam } from '@portfolio/test-support/statements.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';

const script = path.join(import.meta.dirname, 'backup.sh');

/** Whether the tools of `backup.sh` are there. */
const canBackUp = ['rsync', 'flock'].every((tool) => spawnSync(tool, ['--version']).status === 0);
if (!canBackUp) console.info('rsync or flock is not installed: the backup is not tried.');

/** Runs the real `backup.sh`. @returns how it ended and what it said. */
async function backUp(environment: Record<string, string>) {
  const child = spawn(script, { env: { PATH: process.env.PATH ?? '', ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data;
    });
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
}

/** The names of the finished copies, the oldest first. */
async function copiesIn(backupDir: string): Promise<string[]> {
  return (await readdir(backupDir)).filter((name) => !name.startsWith('.')).sort();
}

const tried = canBackUp ? test : test.skip;

tried('a copy made while messages arrive is a whole site, and loses none of them', async () => {
  const [dataDir, backupDir] = [temporaryFolder(), temporaryFolder()];
  await laySmallSite(storeIn(dataDir));
  const open = (folder: string) => openStore({ DATA_DIR: folder }, { info() {}, error() {} });
  const store = await open(dataDir);
  const { id } = await addTeam(store, ['home']);
  await store.close();
  const nobody = { SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT: 'off', LOG_LEVEL: 'info' };
  const site = await startApiProcess({ ...nobody, DATA_DIR: dataDir });
  const url = await site.url;

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
  await site.stop('SIGTERM');
  expect(said).toMatch(/^Backed up to \/\S+\/20\S+Z$/);
  expect(code).toBe(0);

  const [copy = ''] = await copiesIn(backupDir);
  const copied = await readdir(path.join(backupDir, copy));
  expect(copied.sort()).toEqual(['ledger.sqlite', 'outbox.sqlite', 'releases']);
  const restored = temporaryFolder();
  await cp(path.join(backupDir, copy), restored, { recursive: true });
  const ledger = await open(restored);
  expect(await readKeys(ledger)).toMatchObject([{ id }]);
  await ledger.close();
  const mailServer = await startSmtpServer();
  const again = await startApiProcess({ ...nobody, SMTP_URL: mailServer.url, DATA_DIR: restored });
  const restoredUrl = await again.url;
  expect((await fetch(`${restoredUrl}/home`)).status).toBe(200);
  const arrived = () => mailServer.mails.map(({ raw }) => raw).join('');
  await until(
    () => keptBefore.every((word) => arrived().includes(`${word}.`)),
    'every message from before the copy arrives',
  );
  await again.stop('SIGTERM');
  await mailServer.stop();
});

tried('unchanged releases are linked, and the newest copies are kept', async () => {
  const [dataDir, backupDir] = [temporaryFolder(), temporaryFolder()];
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
  const folder = temporaryFolder();
  const [dataDir, backupDir] = [path.join(folder, 'none'), path.join(folder, 'backups')];
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
  const [dataDir, backupDir] = [temporaryFolder(), temporaryFolder()];
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

/** Debian keeps the tools of each version of PostgreSQL in a folder of their own. */
const postgresTools = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  ...globSync('/usr/lib/postgresql/*/bin'),
].find((folder) => existsSync(path.join(folder, 'pg_dump')));
const canDump = canBackUp && postgresFolder !== undefined && postgresTools !== undefined;
if (!canDump) console.info('pg_dump is not installed: the backup of PostgreSQL is not tried.');

(canDump ? test : test.skip)(
  'what several machines share is dumped and restored: messages, and what is live',
  async () => {
    const database = await startPostgres();
    const DATABASE_URL = await database.createDatabase('kept');
    const site = await startApi({ DATABASE_URL, SMTP_URL: 'smtp://127.0.0.1:1' });
    expect((await writeTo(site.url, inventMessage('dumped'))).status).toBe(200);
    const { home } = await laySmallSite(site.store);
    await site.stop();
    const [dataDir, backupDir] = [temporaryFolder(), temporaryFolder()];
    await laySmallSite(storeIn(dataDir));
    const PATH = `${postgresTools}:${process.env.PATH}`;
    const environment = { PATH, DATA_DIR: dataDir, BACKUP_DIR: backupDir, DATABASE_URL };
    expect(await backUp(environment)).toMatchObject({ code: 0 });

    const [copy = ''] = await copiesIn(backupDir);
    const restoredUrl = await database.createDatabase('restored');
    const dump = path.join(backupDir, copy, 'database.dump');
    const restore = path.join(postgresTools ?? '', 'pg_restore');
    expect(spawnSync(restore, [`--dbname=${restoredUrl}`, dump]).status).toBe(0);
    const mailServer = await startSmtpServer();
    const again = await startApi({ DATABASE_URL: restoredUrl, SMTP_URL: mailServer.url });
    const { body } = await again.get('/home');
    expect(body).toContain(`/releases/home/${home?.id}/`);
    await until(() => mailServer.mails.some(({ raw }) => raw.includes('dumped.')), 'it arrives');

    await database.stop();
    const failed = await backUp(environment);
    expect(failed.code).not.toBe(0);
    expect(await copiesIn(backupDir)).toEqual([copy]);
  },
);
