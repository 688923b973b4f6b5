import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from './postgres.ts';
import { until } from './until.ts';

/** A primary that acknowledges nothing which its standby does not have. */
export async function startPostgresPair() {
  const primary = await startPostgres();
  await primary.rest();
  const follow = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=portfolio application_name=standby'`;
  const standby = await startPostgres((folder) => {
    // With owner and mode; `pg_basebackup` is not everywhere.
    execFileSync('cp', ['-a', `${primary.folder}/.`, folder]);
    appendFileSync(path.join(folder, 'postgresql.auto.conf'), `${follow}\n`);
    writeFileSync(path.join(folder, 'standby.signal'), '');
  });
  await primary.start();
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await primary.query('SELECT pg_reload_conf()');
  const isFollowing = async () => {
    const rows = await primary.query('SELECT sync_state FROM pg_stat_replication');
    return rows.some(({ sync_state }) => sync_state === 'sync');
  };
  await until(isFollowing, 'the standby follows');
  const [one, other] = [primary, standby].map(({ url }) => new URL(url).host);
  return {
    primary,
    /** The connection string that finds whichever of them takes writes. */
    url: primary.url.replace(String(one), `${one},${other}`),
    /** What an owner does, or a watcher for him, when the primary is gone. */
    promote: () => standby.query('SELECT pg_promote()'),
  };
}
