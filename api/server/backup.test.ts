import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startContactSite } from '../src/contact/peers/contact-site.ts';
import { inventMessage, writeTo } from '../src/contact/peers/write-to.ts';
import { startApiProcess } from '../src/peers/api-process.ts';
import { layRelease } from '../src/peers/lay-release.ts';
import { postgresFolder, startPostgres } from '../src/peers/postgres-peer.ts';
import { laySmallSite, sectionFiles } from '../src/peers/small-site.ts';
import { startSmtpPeer } from '../src/peers/smtp-peer.ts';
import { until } from '../src/peers/until.ts';
import { storeIn } from '../src/releases/store/store.ts';

// Processes on a busy machine: the bound only ends a test that fails anyway.
jest.setTimeout(60_000);

const script = path.join(import.meta.dirname, 'backup.sh');
const tools = ['rsync', 'flock'].every((tool) => spawnSync(tool, ['--version']).status === 0);
if (!tools) console.info('rsync or flock is not installed: the backup is not tried.');
const tried = tools ? test : test.skip;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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

async function copiesIn(backupDir: string): Promise<string[]> {
  return (await readdir(backupDir)).filter((name) => !name.startsWith('.')).sort();
}

tried('a copy made while messages arrive is a whole site, and loses none of them', async () => {
  const dataDir = path.join(folder, 'busy');
  const backupDir = path.join(folder, 'busy-backups');
  await laySmallSite(storeIn(dataDir));
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
  expect((await readdir(path.join(backupDir, copy))).sort()).toEqual(['outbox.sqlite', 'releases']);
  const restored = path.join(folder, 'restored');
  await cp(path.join(backupDir, copy), restored, { recursive: true });
  const peer = await startSmtpPeer();
  const again = await startApiProcess({ ...nobody, SMTP_URL: peer.url, DATA_DIR: restored });
  const restoredUrl = `http://127.0.0.1:${await again.port}`;
  expect((await fetch(`${restoredUrl}/home`)).status).toBe(200);
  const arrived = () => peer.mails.map(({ raw }) => raw).join('');
  await until(
    () => keptBefore.every((word) => arrived().includes(`${word}.`)),
    'every message from before the copy arrives',
  );
  again.kill('SIGTERM');
  await again.ended;
  await peer.stop();
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

/** Debian keeps the tools of each version of PostgreSQL in a folder of their own. */
const postgresTools = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  ...globSync('/usr/lib/postgresql/*/bin'),
].find((folder) => existsSync(path.join(folder, 'pg_dump')));
const dumps = postgresFolder !== undefined && postgresTools !== undefined;
if (!dumps) console.info('pg_dump is not installed: the backup of PostgreSQL is not tried.');

(dumps ? tried : test.skip)('an outbox on PostgreSQL is dumped, and restored', async () => {
  const database = await startPostgres();
  const DATABASE_URL = await database.createDatabase('kept');
  const site = await startContactSite({ DATABASE_URL, SMTP_URL: 'smtp://127.0.0.1:1' });
  expect((await writeTo(site.url, inventMessage('dumped'))).status).toBe(200);
  await site.stop();
  const dataDir = path.join(folder, 'dumped');
  const backupDir = path.join(folder, 'dumped-backups');
  await laySmallSite(storeIn(dataDir));
  const PATH = `${postgresTools}:${process.env.PATH}`;
  const environment = { PATH, DATA_DIR: dataDir, BACKUP_DIR: backupDir, DATABASE_URL };
  expect(await backUp(environment)).toMatchObject({ code: 0 });

  const [copy = ''] = await copiesIn(backupDir);
  const restoredUrl = await database.createDatabase('restored');
  const dump = path.join(backupDir, copy, 'outbox.dump');
  const restore = path.join(postgresTools ?? '', 'pg_restore');
  expect(spawnSync(restore, [`--dbname=${restoredUrl}`, dump]).status).toBe(0);
  const peer = await startSmtpPeer();
  const again = await startContactSite({ DATABASE_URL: restoredUrl, SMTP_URL: peer.url });
  await until(() => peer.mails.some(({ raw }) => raw.includes('dumped.')), 'it arrives');
  await again.stop();
  await peer.stop();

  await database.stop();
  const failed = await backUp(environment);
  expect(failed.code).not.toBe(0);
  expect(await copiesIn(backupDir)).toEqual([copy]);
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
