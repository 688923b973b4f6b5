import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { storeIn } from '@portfolio/releases/store/store.ts';
import { backUp, canBackUp, copiesIn } from '@portfolio/test-support/back-up.ts';
import { inventMessage, writeTo } from '@portfolio/test-support/contact/write-to.ts';
import { postgresFolder, startPostgres } from '@portfolio/test-support/postgres.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
    const dataDir = path.join(folder, 'dumped');
    const backupDir = path.join(folder, 'dumped-backups');
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
    await again.stop();
    await mailServer.stop();

    await database.stop();
    const failed = await backUp(environment);
    expect(failed.code).not.toBe(0);
    expect(await copiesIn(backupDir)).toEqual([copy]);
  },
);
