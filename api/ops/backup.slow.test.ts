import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import { readTokens } from '@portfolio/releases/access/tokens.ts';
import { findFaults } from '@portfolio/releases/live/follow-live-releases.ts';
import { listReleases } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { emptyDatabase, postgresFolder, startPostgres } from '@portfolio/test-support/postgres.ts';
import { inventMessage, startSenders, writeTo } from '@portfolio/test-support/senders.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { addTeam } from '@portfolio/test-support/team.ts';
import {
  openTemporaryStore,
  temporaryFolder,
  writeFiles,
} from '@portfolio/test-support/temporary-store.ts';
import { testWith } from '@portfolio/test-support/test-with.ts';
import { until } from '@portfolio/test-support/until.ts';

const script = path.join(import.meta.dirname, 'backup.sh');
const header = /^(?:#.*\n)+/.exec(readFileSync(script, 'utf8'))?.[0] ?? '';

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

/** What the script says is typed to restore a copy, with the places of a test. */
function restore(command: RegExp, places: Record<string, string>): void {
  const [line = 'false'] = command.exec(header) ?? [];
  const typed = Object.entries(places).reduce((all, [is, to]) => all.replaceAll(is, to), line);
  const { status, stderr } = spawnSync('sh', ['-c', typed], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}

const test = testWith('rsync');

test('a copy is restored by what its script says, over whatever is there', async () => {
  const [DATA_DIR, backupDir] = [temporaryFolder(), temporaryFolder()];
  const store = await openTemporaryStore({ DATA_DIR });
  await addSmallSite(store);
  const { token } = await addTeam(store, ['home']);
  const before = await listReleases(store);
  expect(await backUp({ DATA_DIR, BACKUP_DIR: backupDir })).toMatchObject({ code: 0 });

  await addRelease(store, 'home', sectionFiles('home', 'After the copy'));
  await store.close();
  for (const file of ['site.sqlite', 'site.sqlite-wal'])
    await writeFile(path.join(DATA_DIR, file), 'broken');
  await expect(openTemporaryStore({ DATA_DIR })).rejects.toThrow("put last night's copy");

  const [copy = ''] = await copiesIn(backupDir);
  restore(/(?<=^# {3})rsync .*$/m, {
    '/var/backups/portfolio/<time>/': `${path.join(backupDir, copy)}/`,
    '/var/lib/portfolio/': `${DATA_DIR}/`,
  });
  const restored = await openTemporaryStore({ DATA_DIR });
  expect(await listReleases(restored)).toEqual(before);
  expect(await findFaults(restored)).toEqual([]);
  expect(await readTokens(restored)).toEqual([token]);
});

test('a copy made while messages arrive is a whole site, and loses none of them', async () => {
  const [DATA_DIR, backupDir] = [temporaryFolder(), temporaryFolder()];
  await addSmallSite(await openTemporaryStore({ DATA_DIR }));
  const mailServer = await startSmtpServer();
  const unreachable = { SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT: 'off', LOG_LEVEL: 'info' };
  const site = await startApiProcess({ ...unreachable, DATA_DIR });
  const url = await site.url;
  const senders = startSenders(() => [url], mailServer);
  await senders.acceptMore(20);
  const keptBefore = [...senders.accepted];
  const { code, said } = await backUp({ DATA_DIR, BACKUP_DIR: backupDir });
  await senders.stop();
  await site.stop('SIGTERM');
  expect(said).toMatch(/^Backed up to \/\S+\/20\S+Z$/);
  expect(code).toBe(0);

  const [copy = ''] = await copiesIn(backupDir);
  const copied = await readdir(path.join(backupDir, copy));
  expect(copied.sort()).toEqual(['outbox.sqlite', 'site.sqlite']);
  const restored = temporaryFolder();
  await cp(path.join(backupDir, copy), restored, { recursive: true });
  const working = { ...unreachable, SMTP_URL: mailServer.url };
  const again = await startApiProcess({ ...working, DATA_DIR: restored });
  expect((await fetch(`${await again.url}/home`)).status).toBe(200);
  const arrived = () => mailServer.mails.map(({ raw }) => raw).join('');
  await until(
    () => keptBefore.every((word) => arrived().includes(`${word}.`)),
    'every message from before the copy arrives',
  );
});

test('the cache and what is under way are left out, and the newest copies are kept', async () => {
  const [DATA_DIR, backupDir] = [temporaryFolder(), temporaryFolder()];
  const environment = { DATA_DIR, BACKUP_DIR: backupDir, KEEP: '2' };
  const store = await openTemporaryStore({ DATA_DIR });
  await addSmallSite(store);
  expect(await findFaults(store)).toEqual([]);
  await writeFiles(DATA_DIR, { 'work/a-build/half': '', 'mail/a-mail.eml.1.tmp': 'half' });
  const copies: string[][] = [];
  for (let count = 0; count < 3; count++) {
    expect(await backUp(environment)).toMatchObject({ code: 0 });
    copies.push(await copiesIn(backupDir));
  }
  expect(copies.map(({ length }) => length)).toEqual([1, 2, 2]);
  expect(copies[2]?.[0]).toBe(copies[1]?.[1]);
  expect(globSync('{**/*.tmp,*/work,*/cache}', { cwd: backupDir })).toEqual([]);
});

test('wrong use is answered with what to do, and leaves no backup', async () => {
  const folder = temporaryFolder();
  const [DATA_DIR, BACKUP_DIR] = [path.join(folder, 'none'), path.join(folder, 'backups')];
  const say = async (environment: Record<string, string>) => {
    const { code, said } = await backUp(environment);
    expect(code).toBe(1);
    return said;
  };
  expect(await say({})).toContain('DATA_DIR=/var/lib/portfolio');
  expect(await say({ DATA_DIR })).toContain('BACKUP_DIR=/var/backups/portfolio');
  expect(await say({ DATA_DIR, BACKUP_DIR })).toMatch(/There is no folder/);
  expect(await say({ DATA_DIR, BACKUP_DIR, KEEP: '0' })).toMatch(/KEEP has to be/);
  expect(existsSync(BACKUP_DIR)).toBe(false);
});

testWith('rsync', 'PostgreSQL')(
  'what several machines share is dumped and restored: messages, and what is live',
  async () => {
    const database = await startPostgres();
    const DATABASE_URL = await emptyDatabase(database.url);
    const site = await startApi({ DATABASE_URL, SMTP_URL: 'smtp://127.0.0.1:1' });
    expect((await writeTo(site.url, inventMessage('dumped'))).status).toBe(200);
    const { home } = await addSmallSite(site.store);
    const backupDir = temporaryFolder();
    const PATH = `${postgresFolder}:${process.env.PATH}`;
    const environment = { PATH, DATA_DIR: site.dataDir, BACKUP_DIR: backupDir, DATABASE_URL };
    expect(await backUp(environment)).toMatchObject({ code: 0 });
    const [copy = ''] = await copiesIn(backupDir);
    expect(await readdir(path.join(backupDir, copy))).toEqual(['database.dump']);

    const restoreInto = (url: string) =>
      restore(/(?<=^# {3})pg_restore .*$/m, {
        pg_restore: path.join(postgresFolder ?? '', 'pg_restore'),
        $DATABASE_URL: url,
        '/var/backups/portfolio/<time>': path.join(backupDir, copy),
      });
    // Into the database of a machine that runs: it goes back with it.
    const next = await addRelease(site.store, 'home', sectionFiles('home', 'After the copy'));
    await until(async () => (await site.get('/home')).body.includes(next.id), 'it is live');
    restoreInto(DATABASE_URL);
    await until(
      async () => (await site.get('/home')).body.includes(`/releases/home/${home?.id}/`),
      'it goes back with its database',
    );
    await site.stop();

    const restoredUrl = await emptyDatabase(database.url);
    restoreInto(restoredUrl);
    const mailServer = await startSmtpServer();
    const again = await startApi({ DATABASE_URL: restoredUrl, SMTP_URL: mailServer.url });
    expect((await again.get('/home')).body).toContain(`/releases/home/${home?.id}/`);
    await until(() => mailServer.mails.some(({ raw }) => raw.includes('dumped.')), 'it arrives');

    await database.stop();
    expect((await backUp(environment)).code).not.toBe(0);
    expect(await copiesIn(backupDir)).toEqual([copy]);
  },
);
