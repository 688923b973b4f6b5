import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from './postgres.ts';
import { until } from './until.ts';

/** Starts a primary and a standby with synchronous replication. */
export async function startPostgresPair() {
  const primary = await startPostgres();
  await primary.rest();
  const follow = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=portfolio application_name=standby'`;
  const standby = await startPostgres((folder) => {
    // `pg_basebackup` is not always installed; `-a` keeps owner and mode.
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
    /** A connection string with both servers, of which clients use the primary. */
    url: primary.url.replace(String(one), `${one},${other}`),
    /** Promotes the standby, as an owner does when the primary is lost. */
    promote: () => standby.query('SELECT pg_promote()'),
  };
}
