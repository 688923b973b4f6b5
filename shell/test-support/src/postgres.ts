import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { stopLater } from './stop-later.ts';
import { until } from './until.ts';

const user = 'portfolio';
/** PostgreSQL refuses to run as root, so it then runs as `nobody`. */
const nobody = 65_534;
const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** The folder of PostgreSQL's programs; undefined if they are not installed. */
export const postgresFolder = findPostgres();

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a database server on a free port, with a temporary folder. */
export async function startPostgres() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portfolio-postgres-'));
  if (owner.uid) chownSync(folder, owner.uid, owner.gid);
  const port = await findFreePort();
  const url = `postgres://${user}@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  const program = (name: string) => path.join(postgresFolder ?? '', name);
  const options = {
    ...owner,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  };
  const asked = ['-U', user, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(program('initdb'), ['-D', folder, ...asked], { ...options, stdio: 'pipe' });

  const isRunning = () => server?.exitCode === null && server.signalCode === null;
  async function start(): Promise<void> {
    // Directly after a kill the old shared memory is still in use, and a new server ends at once.
    await until(async () => {
      if (!isRunning()) {
        const settings = ['-c', 'shared_buffers=16MB', '-c', 'max_connections=300'];
        const words = ['-D', folder, '-h', '127.0.0.1', '-p', `${port}`, '-k', '', ...settings];
        server = spawn(program('postgres'), words, { ...options, stdio: 'ignore' });
      }
      return query(url, 'SELECT 1').then(Boolean, () => false);
    }, 'PostgreSQL answers');
  }

  async function end(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    if (!server || !isRunning()) return;
    server.kill(signal);
    await once(server, 'exit');
  }

  await start();
  return stopLater({
    url,
    port,
    start,
    kill: () => end('SIGKILL'),
    query: (statement: string) => query(url, statement),
    async stop() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  });
}

export async function emptyDatabase(server: string): Promise<string> {
  const name = `store_${crypto.randomUUID().replaceAll('-', '')}`;
  await query(server, `CREATE DATABASE ${name} STRATEGY file_copy`);
  return server.replace(/postgres$/, name);
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  // Long for busy machines; it only ends a test that fails anyway.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

function findPostgres(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return [...folders, ...globSync('/usr/lib/postgresql/*/bin')].find((folder) =>
    ['initdb', 'pg_restore'].every((program) => existsSync(path.join(folder, program))),
  );
}
